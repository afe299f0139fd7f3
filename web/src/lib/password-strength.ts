import { passwordScoring } from '@portal/contract/auth/model'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import {
  adjacencyGraphs,
  dictionary as common,
} from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

const { characters, l33tMaxSubstitutions } = passwordScoring

// Large: to be loaded with `import()` where a password is chosen, and nowhere
// else.
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
  l33tMaxSubstitutions,
})

/**
 * How hard a password is to guess, from 0 to 4 (hard), and advice to improve
 * it, if any.
 */
export const measure = (
  password: string,
  known: string[],
): { score: number; advice: string | null } => {
  const { score, feedback } = zxcvbn.check(
    password.normalize('NFKC').slice(0, characters),
    known,
  )
  return { score, advice: feedback.warning ?? feedback.suggestions[0] ?? null }
}
