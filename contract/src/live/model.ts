import { z } from 'zod'

/** PRESENCE: someone opened or left the SLV with this id. */
const streamKinds = ['SLV', 'TDOC', 'PRESENCE'] as const

/**
 * The data of one event. It has no content: the receiver reads the item again,
 * within their rights.
 */
export const StreamEvent = z.object({
  kind: z.enum(streamKinds),
  id: z.uuid(),
  version: z
    .number()
    .int()
    .describe(
      'The version of the item; 0 if it was deleted, for PRESENCE, and if the item changed without its version',
    ),
})
export type StreamEvent = z.infer<typeof StreamEvent>

/**
 * Sent when changes were missed: the receiver reads everything on the screen
 * again.
 */
export const reloadEvent = 'reload'

/** A comment is sent this often, so that receivers notice a stalled stream. */
export const heartbeatSeconds = 25

/** Someone else who has an SLV open. */
export const Present = z.object({
  id: z.uuid(),
  name: z.string(),
  isEditing: z.boolean(),
})
export type Present = z.infer<typeof Present>

/**
 * How often a page reports that it shows an SLV, and how long a report counts.
 */
export const presenceEverySeconds = 20
export const presenceLastsSeconds = 45
