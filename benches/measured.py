"""Runs a command and prints what it took. A process of its own, because Linux counts the memory of whoever starts a command into
the command's peak: this one is as small as Python can be (`python3 -I -S`), and only peaks below its 10 MB are lost in it.

    measured.py OUTPUT LIMIT THREADS START COMMAND...

OUTPUT: what is written to standard output and standard error goes to OUTPUT.out and OUTPUT.err. LIMIT: seconds of CPU after which it
is killed. THREADS: `one`, on a single processor, or `all`. START: `cold`, with nothing of the disk in memory, or `warm`.
Prints `CODE WALL USER SYSTEM PEAK COLD`: seconds, kilobytes, and 1 where the start was cold.
"""

import os
import resource
import sys
import time


def forget():
    """Empties the cache of the disk; whether it could."""
    os.sync()
    try:
        with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as file:
            file.write("3\n")
    except OSError:
        return False
    return True


def become(output, limit, threads, command):
    """The child: never returns."""
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    if threads == "one":
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    for stream, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{output}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), stream)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error}\n".encode())
        os._exit(127)


def main():
    output, limit, threads, start, *command = sys.argv[1:]
    cold = start == "cold" and forget()
    begin = time.perf_counter()
    child = os.fork()
    if child == 0:
        become(output, int(limit), threads, command)
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - begin
    code = os.waitstatus_to_exitcode(status)
    print(code, f"{wall:.6f} {used.ru_utime:.6f} {used.ru_stime:.6f}", used.ru_maxrss, int(cold))


main()
