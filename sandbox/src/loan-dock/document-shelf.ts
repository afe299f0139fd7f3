import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'

/** A document that was sent for a loan. The shelf keeps what it was, not its bytes. */
export const LoanDocument = z
  .object({
    documentId: z.uuid(),
    name: z.string(),
    contentType: z.string(),
    size: z.number().int().describe('Bytes'),
    sha256: z.string(),
    receivedAt: z.iso.datetime(),
  })
  .meta({ id: 'LoanDocument' })
export type LoanDocument = z.infer<typeof LoanDocument>

type Sent = { loanNumber: string; name: string; contentType: string; content: AsyncIterable<Uint8Array>; key?: string }

/** Documents by loan, oldest first. */
export type DocumentShelf = {
  /** Takes the document in, or finds the one that came before with the same key for the same loan. */
  put: (sent: Sent) => Promise<LoanDocument>
  of: (loanNumber: string) => LoanDocument[]
}

type Kept = { loanNumber: string; key?: string; document: LoanDocument }

/** A shelf that holds the newest `limit` documents. A content that throws while it is read leaves nothing behind. */
export const makeDocumentShelf = (now: () => Date, limit = 10_000): DocumentShelf => {
  const shelf: Kept[] = []
  return {
    put: async ({ loanNumber, name, contentType, content, key }) => {
      const hash = createHash('sha256')
      let size = 0
      for await (const chunk of content) {
        hash.update(chunk)
        size += chunk.length
      }
      // Looked up only after the content is read: nothing can come between this and the push.
      const known =
        key === undefined ? undefined : shelf.find((kept) => kept.key === key && kept.loanNumber === loanNumber)
      if (known) return known.document
      const receivedAt = now().toISOString()
      const document = { documentId: randomUUID(), name, contentType, size, sha256: hash.digest('hex'), receivedAt }
      shelf.push({ loanNumber, key, document })
      if (shelf.length > limit) shelf.shift()
      return document
    },
    of: (loanNumber) => shelf.filter((kept) => kept.loanNumber === loanNumber).map(({ document }) => document),
  }
}
