import type { Figures } from './keep-figures.ts'

/** So many answers are kept, until something changes. */
const mostAnswers = 200

/** What was made of these very figures before under this name, else what `make` answers now. */
export type Answers<T> = (figures: Figures, name: string, make: () => T) => T

/** Keeps answers for as long as nothing that they count has changed. */
export function keepAnswers<T>(): Answers<T> {
  let answers = new Map<string, T>()
  let version = 0
  return (figures, name, make) => {
    if (figures.version !== version || answers.size >= mostAnswers) answers = new Map()
    version = figures.version
    const known = answers.get(name)
    if (known !== undefined) return known
    const made = make()
    answers.set(name, made)
    return made
  }
}
