/** How often the server may be started again after it went away. */
export class Budget {
  private spent: number[] = [];

  /**
   * @param limit restarts in a period
   * @param period its length in milliseconds
   */
  constructor(
    private readonly limit = 5,
    private readonly period = 180_000,
    private readonly now: () => number = Date.now,
  ) {}

  /** Whether one more restart is allowed; it is counted. */
  spend(): boolean {
    const now = this.now();
    this.spent = this.spent.filter((at) => now - at < this.period);
    if (this.spent.length >= this.limit) {
      return false;
    }
    this.spent.push(now);
    return true;
  }

  /** Forgets what was spent: a person asked for the restart. */
  renew(): void {
    this.spent = [];
  }
}
