import { z } from 'zod'
import { createEndpoints } from '../../lib/endpoint.ts'
import { seesSlvs } from '../table-mode.ts'
import { LetterState } from './letter.ts'

/** `code` is in groups, as the letter has it. */
export const Letter = z.object({
  code: z
    .string()
    .describe('Identifies the letter, in groups as it is printed'),
  state: LetterState.describe('Whether the letter is in effect'),
  goodUntil: z.iso
    .date()
    .nullable()
    .describe('The last day of the approval, in New York'),
})
export type Letter = z.infer<typeof Letter>

const letters = createEndpoints({
  tag: 'SLV reports',
  access: seesSlvs,
  about: 'SLV',
})
export const getLetter = letters.get(
  '/v1/proxy-loan/:id/letter',
  'The letter of the decision in effect; 404 if there is none',
  { isPublished: true, response: Letter },
)

/** For anyone who holds a letter. It doesn’t say whom or what it is about. */
const open = createEndpoints({
  tag: 'SLV reports',
  access: 'PUBLIC',
  about: 'LETTER',
})
export const verifyLetter = open.get(
  '/v1/verify/:code',
  'Whether the decision of a letter is in effect, by the code of the letter; 404 for any other code',
  {
    refuses: ['too_many_requests'],
    params: z.object({ code: z.string().max(300) }),
    response: z.object({
      state: LetterState,
      decidedOn: z.iso
        .date()
        .describe('The civil day of the decision in New York'),
    }),
  },
)
