import { passwordScoring } from '@portal/contract/auth/model'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import {
  adjacencyGraphs,
  dictionary as common,
} from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { threadWork } from '../../lib/concurrency/threads.ts'

export type Scored = { password: string; words: string[] }

const { characters, l33tMaxSubstitutions } = passwordScoring
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions,
})

export const work = threadWork(
  async ({ password, words }: Scored) =>
    zxcvbn.check(password.slice(0, characters), words).score,
)
