//! How long it takes to judge a claim, all readings included: claims of the corpus, and lines that are made to be slow.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::disallowed_methods, clippy::disallowed_types, missing_docs)]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, iter};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use designlint_quantity::{Comparison, Expression, Relation, Sides, TokenKind, compare, parse, tokens};

/// Two sides with what stands between them.
struct Claim {
    text: String,
    computed: Expression,
    stated: Expression,
    about: bool,
}

impl Claim {
    /// The claims of a line: each `=` or `≈` between two expressions.
    fn of(line: &str) -> Vec<Self> {
        let tokens = tokens(line);
        let mut out = Vec::new();
        let mut start = 0;
        for (at, token) in tokens.iter().enumerate() {
            let about = match token.kind {
                TokenKind::Relation(Relation::Equal) => false,
                TokenKind::Relation(Relation::About) => true,
                _ => continue,
            };
            let ends = |from: usize| parse(line, &tokens, from).filter(|p| p.next == at && p.expression.computes());
            let left = (start..at).find_map(ends);
            start = at + 1;
            if let (Some(left), Some(right)) = (left, parse(line, &tokens, at + 1)) {
                let text = line.to_string();
                out.push(Self { text, computed: left.expression, stated: right.expression, about });
            }
        }
        out
    }

    fn judge(&self) -> Comparison {
        let sides =
            Sides { computed: &self.computed, stated: &self.stated, relation: Relation::Equal, about: self.about };
        compare(sides, &|_| None)
    }

    /// The least of several runs.
    fn time(&self, runs: usize) -> Duration {
        let once = || {
            let start = Instant::now();
            black_box(self.judge());
            start.elapsed()
        };
        iter::repeat_with(once).take(runs).min().unwrap()
    }
}

/// The claims of all documents of the corpus, in order of their paths.
fn corpus() -> Vec<Claim> {
    let mut out = Vec::new();
    for group in ["clean", "faulty"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(group);
        let mut paths: Vec<_> = fs::read_dir(root).unwrap().map(|e| e.unwrap().path().join("doc.md")).collect();
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(path).unwrap();
            out.extend(text.lines().flat_map(|line| Claim::of(&line.replace('|', ";").replace("**", ""))));
        }
    }
    out
}

/// Lines that leave everything open, with as many and as large parts as are read.
fn hostile() -> Vec<Claim> {
    let open = "1 KB + 1 B / (2 months / 1 year) x (5 m / 3 m)";
    let many = |part: &str, sign: &str, n: usize| vec![part; n].join(sign);
    let parts = [
        many("1.5 months", " + ", 60),
        many("7 KB/s", " + ", 80),
        many("1,234.567 KB", " x ", 40),
        many("1/3", " + ", 80),
        (3..83).map(|n| format!("1/{n}")).collect::<Vec<_>>().join(" + "),
        many("3^40", " x ", 60),
        many("2.5^99", " + ", 20),
        many("1e300", " x ", 60),
        many("1/3^400", " + ", 20),
        many("sqrt(2)", " x ", 20),
        many("ln(7)", " x ", 8),
        many("log2(3^40)", " + ", 8),
        many("(1/3^400)^(1/63)", " + ", 4),
        many("3 GiB^9", " x ", 20),
        many("12.5%", " + ", 60),
        format!("{}1{}", "(".repeat(50), " + 1)".repeat(50)),
        format!("{}7 B{}", "(".repeat(50), " x 3 B)".repeat(50)),
        many("100!", " x ", 6),
        many("(5 m + 3 m)/(2 m)", " x ", 12),
        many("2^57.7", " x ", 30),
        many("3^(1/61)", " + ", 10),
        many("7.5^(1/31)", " x ", 10),
        many("10-20 KB", " + ", 50),
        many("1.5-2.5 months", " x ", 30),
        many("min(1/3, 2/7, 1.5)", " + ", 16),
        many("7.1 B", " + ", 80),
        many("7/3", " / ", 60),
        many("(1 + 1/3.7", " x ", 25) + &")".repeat(25),
        many("$1.99", " x ", 60),
    ];
    let with = |part: &String| [format!("{part} + {open} = 7 GB"), format!("({part}) x ({open}) ≈ 7.77 GB")];
    parts.iter().flat_map(with).flat_map(|line| Claim::of(&line)).collect()
}

/// Median, 99th percentile and slowest.
fn print(what: &str, times: impl Iterator<Item = Duration>) {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!("{} {what}: median {:?}, p99 {:?}, slowest {:?}", times.len(), at(50), at(99), at(100));
}

fn claims(c: &mut Criterion) {
    let claims = corpus();
    print("claims of the corpus", claims.iter().map(|claim| claim.time(20)));
    let mut group = c.benchmark_group("claims");
    group.throughput(Throughput::Elements(u64::try_from(claims.len()).unwrap()));
    group.bench_function("corpus", |b| b.iter(|| claims.iter().for_each(|claim| drop(black_box(claim.judge())))));
    group.finish();
}

/// Each with what it ends in, and with the work that was counted: time for a unit of it shows whether the count is fair.
fn slow_lines(c: &mut Criterion) {
    let claims = hostile();
    print("lines made to be slow", claims.iter().map(|claim| claim.time(3)));
    let mut group = c.benchmark_group("made to be slow");
    group.sample_size(10).warm_up_time(Duration::from_millis(50)).measurement_time(Duration::from_millis(200));
    for (nth, claim) in claims.iter().enumerate() {
        let start: String = claim.text.chars().take(40).collect();
        let judged = claim.judge();
        println!("{:?} for {} units of work, {:?}: {start}", claim.time(3), judged.work, judged.outcome);
        group.bench_function(format!("{nth} {start}"), |b| b.iter(|| drop(black_box(claim.judge()))));
    }
    group.finish();
}

criterion_group!(benches, claims, slow_lines);
criterion_main!(benches);
