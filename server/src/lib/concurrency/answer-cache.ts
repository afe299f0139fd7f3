const maxAnswers = 200

/** The cached answer of this version and key, else the result of `make`. */
export type AnswerCache = <T>(
  version: number,
  key: string,
  make: () => Promise<T>,
) => Promise<T>

/**
 * Caches answers of one version. The key identifies the question, and so the
 * answer's type.
 */
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
