const maxAnswers = 200

/** The answer that was made before for this version under this key, else what `make` returns. */
export type AnswerCache = <T>(version: number, key: string, make: () => Promise<T>) => Promise<T>

/** Keeps answers of one version. A key has to name what is asked, so that its answers have one type. */
export function createAnswerCache(): AnswerCache {
  const answers = new Map<string, Promise<unknown>>()
  let current = 0
  return <T>(version: number, key: string, make: () => Promise<T>) => {
    if (version !== current || answers.size >= maxAnswers) answers.clear()
    current = version
    const known = answers.get(key) as Promise<T> | undefined
    if (known) return known
    const made = make()
    answers.set(key, made)
    made.catch(() => answers.get(key) === made && answers.delete(key))
    return made
  }
}
