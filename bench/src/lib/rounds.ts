/** What a contest came to, in requests or transactions a second; the share is the middle one of the rounds. */
export type Contest = { ours: number; bare: number; share: number; shares: number[] }

const middle = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2
}

/**
 * Runs both in turn, so that noise of the machine hits both: first each once to warm up, uncounted, then so many rounds.
 * Who begins changes from round to round.
 */
export async function contest(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Contest> {
  await ours()
  await bare()
  const all: { ours: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const mine = await ours()
      all.push({ ours: mine, bare: await bare() })
    } else {
      const theirs = await bare()
      all.push({ bare: theirs, ours: await ours() })
    }
  }
  const shares = all.map((round) => round.ours / round.bare)
  return {
    ours: middle(all.map((round) => round.ours)),
    bare: middle(all.map((round) => round.bare)),
    share: middle(shares),
    shares,
  }
}
