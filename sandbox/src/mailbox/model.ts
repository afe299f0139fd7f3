import { z } from 'zod'

const Address = z.object({ name: z.string(), address: z.string() })

/** A mail as it arrived. */
export const Mail = z
  .object({
    id: z.uuid(),
    receivedAt: z.iso.datetime(),
    envelope: z
      .object({ from: z.string(), to: z.array(z.string()) })
      .describe('Who really sent it to whom, blind copies included'),
    from: Address.nullable(),
    to: z.array(Address),
    cc: z.array(Address),
    subject: z.string(),
    text: z.string(),
    html: z.string().nullable(),
    attachments: z.array(z.object({ name: z.string(), contentType: z.string(), size: z.number().int() })),
  })
  .meta({ id: 'Mail' })
export type Mail = z.infer<typeof Mail>
