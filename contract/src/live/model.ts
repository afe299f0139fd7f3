import { z } from 'zod'

/** PRESENCE: who has the SLV with this id open has changed. */
export const streamKinds = ['SLV', 'TDOC', 'PRESENCE'] as const

/** The data of one event. It has no content: the receiver reads the item again, within their rights. */
export const StreamEvent = z.object({
  kind: z.enum(streamKinds),
  id: z.uuid(),
  /** The version of the item; 0 if it was deleted, or for PRESENCE. */
  version: z.number().int(),
})
export type StreamEvent = z.infer<typeof StreamEvent>

/** The name of the event that says that changes were missed: read everything on the screen again. */
export const reloadEvent = 'reload'

/** Comments are sent this often, so that receivers notice a stream that stalled. */
export const heartbeatSeconds = 25

/** Someone else who has an SLV open. */
export const Present = z.object({ id: z.uuid(), name: z.string(), isEditing: z.boolean() })
export type Present = z.infer<typeof Present>

/** How often a page that shows an SLV says so, and how long that counts. */
export const presenceEverySeconds = 20
export const presenceLastsSeconds = 45
