/** How much of a document's arithmetic was verified. */
export interface Coverage {
  readonly verified: number;
  readonly claims: number;
}

/** The coverage that the title of a code lens states, as in "38 of 41 calculations verified". */
export function coverageOf(title: string): Coverage | undefined {
  const [, verified, claims] = /(\d[\d,]*) of (\d[\d,]*)/.exec(title) ?? [];
  return verified === undefined || claims === undefined
    ? undefined
    : { verified: number(verified), claims: number(claims) };
}

function number(written: string): number {
  return Number(written.replaceAll(',', ''));
}
