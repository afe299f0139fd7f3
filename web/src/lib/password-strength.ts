import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

// Large: to be loaded with `import()` where a password is chosen, and nowhere else.
const zxcvbn = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs, translations })
const commonest = new Set(common['passwords-common'])

/** True for one of the 10,000 commonest passwords, which the server refuses by the same list. Lower case is asked. */
export const isCommon = (password: string) => commonest.has(password)

/** How hard a password is to guess, 0 (at once) to 4 (hardly), and one sentence on how to better it, if there is one. */
export const measure = (password: string, known: string[]): { score: number; advice: string | null } => {
  const { score, feedback } = zxcvbn.check(password, known)
  return { score, advice: feedback.warning ?? feedback.suggestions[0] ?? null }
}
