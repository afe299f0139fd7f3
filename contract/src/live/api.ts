import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { seesTdocs } from '../tdoc/policy.ts'
import { anyOf, isBdd, isUnderwriter } from '../user/policy.ts'
import { Present, StreamEvent } from './model.ts'

/**
 * Sellers and reviewers are never shown, and never see which of the buyer's
 * people have an SLV open.
 */
export const seesPresence = anyOf(isUnderwriter, isBdd)

const live = createEndpoints({ tag: 'Live', isPoll: true, needsSession: true })

export const openStream = live.get(
  '/v1/stream',
  'Server-sent events: ids and versions of SLVs and Tdocs that the caller may see, when they change. `Last-Event-ID` resumes',
  {
    access: anyOf(seesSlvs, seesTdocs),
    about: 'SELF',
    refuses: ['too_many_requests'],
    answersStream: true,
    // How old the caller's data is, in ms: changes since then are sent first.
    query: z.object({
      age: z.coerce.number().int().min(0).max(60_000).default(0),
    }),
    response: StreamEvent,
  },
)

export const setPresence = live.put(
  '/v1/proxy-loan/:id/presence',
  'Report for 45 seconds that the caller has the SLV open, or that they left it; returns the others who have it open',
  {
    access: seesPresence,
    about: 'SLV',
    body: z.object({
      isEditing: z.boolean(),
      isHere: z.boolean().default(true),
    }),
    response: z.object({ people: z.array(Present) }),
  },
)
