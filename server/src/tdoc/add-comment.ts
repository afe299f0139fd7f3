import type { Teller } from '../notification/notify.ts'
import { writeTdocHistory } from './write-history.ts'

type Said = { type: 'INTERNAL' | 'EXTERNAL'; message: string }

/** How the activity log calls the words of an internal comment; reviewers get none of it. */
export const internalMessage = 'internalMessage'

/**
 * What was said with a write, as a comment of the Tdoc's conversation, in the transaction of that write. The one place
 * that the conversation of Tdocs takes over; until then the activity log keeps the words.
 */
export async function addTdocComment(ctx: Teller, tdoc: { id: string }, { type, message }: Said): Promise<void> {
  await writeTdocHistory(ctx, {
    tdocId: tdoc.id,
    action: 'comment',
    changes: [{ field: type === 'INTERNAL' ? internalMessage : 'message', before: null, after: message }],
  })
}
