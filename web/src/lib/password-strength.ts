import { passwordScoring } from '@portal/contract/auth/model'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

const { characters, l33tMaxSubstitutions } = passwordScoring

// Large: to be loaded with `import()` where a password is chosen, and nowhere else.
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
  l33tMaxSubstitutions,
})

/** How hard a password is to guess, 0 (at once) to 4 (hardly), and one sentence on how to better it, if there is one. */
export const measure = (password: string, known: string[]): { score: number; advice: string | null } => {
  const { score, feedback } = zxcvbn.check(password.normalize('NFKC').slice(0, characters), known)
  return { score, advice: feedback.warning ?? feedback.suggestions[0] ?? null }
}
