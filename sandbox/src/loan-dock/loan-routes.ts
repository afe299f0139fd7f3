import { createHash, randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { Loan } from '@portal/contract/loan/model'
import { z } from 'zod'
import { ErrorBody, type Server } from '../lib/http-server.ts'
import type { LoanIndex } from './loans.ts'

const maxBytes = 50 * 1024 * 1024
const maxDocuments = 10_000
const tags = ['loans']
const params = z.object({
  number: z.string().describe("The buyer's or the seller's loan number"),
})
const unknownLoan = { error: 'There is no loan with this number' }

const Search = z.object({
  search: z
    .string()
    .max(200)
    .default('')
    .describe('Part of a loan number, the borrower or the seller'),
  sellerCorrId: z.string().optional(),
  page: z.coerce.number().int().min(1).default(1),
  size: z.coerce.number().int().min(1).max(100).default(25),
})
const LoanPage = z.object({
  items: z.array(Loan),
  total: z.number(),
  page: z.number(),
  size: z.number(),
})

/** What may change while a seller works on a loan. */
const LoanFigures = Loan.pick({
  creditScore: true,
  loanAmount: true,
  purchasePriceAmount: true,
  appraisedValueAmount: true,
  ltv: true,
  cltv: true,
  hcltv: true,
  dti: true,
  dscr: true,
})
  .partial()
  .strict()

/** What was sent for a loan: its facts, not its bytes. */
const LoanDocument = z.object({
  documentId: z.uuid(),
  name: z.string(),
  contentType: z.string(),
  size: z.number().int().describe('Bytes'),
  sha256: z.string(),
  receivedAt: z.iso.datetime(),
})
type StoredDocument = z.infer<typeof LoanDocument> & {
  loanNumber: string
  key: string | undefined
}

/** Loans by number and by search, and the documents that are sent for them. */
export async function loanRoutes(
  app: Server,
  loans: LoanIndex,
  now: () => Date,
) {
  await app.register(multipart, {
    limits: { fileSize: maxBytes, files: 1, fields: 10 },
    throwFileSizeLimit: true,
  })
  const documents: StoredDocument[] = []
  readLoans(app, loans)
  listDocuments(app, loans, documents)
  receiveDocuments(app, loans, documents, now)
}

function readLoans(app: Server, loans: LoanIndex) {
  app.get(
    '/loans/:number',
    {
      schema: {
        summary: 'A loan by either number',
        tags,
        params,
        response: { 200: Loan, 404: ErrorBody },
      },
    },
    async ({ params }, reply) =>
      loans.find(params.number) ?? reply.code(404).send(unknownLoan),
  )

  app.patch(
    '/loans/:number',
    {
      schema: {
        summary: 'Change figures of a loan',
        tags,
        params,
        body: LoanFigures,
        response: { 200: Loan, 400: ErrorBody, 404: ErrorBody },
      },
    },
    async ({ params, body }, reply) => {
      const loan = loans.find(params.number)
      if (!loan) return reply.code(404).send(unknownLoan)
      return Object.assign(loan, body)
    },
  )

  app.get(
    '/loans',
    {
      schema: {
        summary: 'Loans in order of their number',
        tags,
        querystring: Search,
        response: { 200: LoanPage },
      },
    },
    async ({ query: { search, sellerCorrId, page, size } }) => {
      const matches = loans.search(search.trim(), sellerCorrId)
      return {
        items: matches.slice((page - 1) * size, page * size),
        total: matches.length,
        page,
        size,
      }
    },
  )
}

function listDocuments(
  app: Server,
  loans: LoanIndex,
  documents: readonly StoredDocument[],
) {
  app.get(
    '/loans/:number/documents',
    {
      schema: {
        summary: "A loan's documents, oldest first",
        tags,
        params,
        response: {
          200: z.object({ items: z.array(LoanDocument) }),
          404: ErrorBody,
        },
      },
    },
    async ({ params }, reply) => {
      const loan = loans.find(params.number)
      if (!loan) return reply.code(404).send(unknownLoan)
      return {
        items: documents.filter(
          ({ loanNumber }) => loanNumber === loan.loanNumber,
        ),
      }
    },
  )
}

function receiveDocuments(
  app: Server,
  loans: LoanIndex,
  documents: StoredDocument[],
  now: () => Date,
) {
  app.post(
    '/loans/:number/documents',
    {
      schema: {
        summary: 'Send a document for a loan',
        tags,
        params,
        consumes: ['multipart/form-data'],
        description:
          'One `file` of at most 50 MB. A repeat with the same Idempotency-Key gets the first response.',
        headers: z.object({
          'idempotency-key': z.string().max(200).optional(),
        }),
        response: {
          201: z.object({ documentId: z.uuid() }),
          400: ErrorBody,
          404: ErrorBody,
          413: ErrorBody,
        },
      },
    },
    async (request, reply) => {
      const loan = loans.find(request.params.number)
      if (!loan) return reply.code(404).send(unknownLoan)
      const file = await request.file()
      if (!file)
        return reply
          .code(400)
          .send({ error: 'There is no file in this request' })
      const content = await file.toBuffer()
      const documentId = storeOnce(documents, {
        loanNumber: loan.loanNumber,
        key: request.headers['idempotency-key'],
        receivedAt: now().toISOString(),
        name: file.filename,
        contentType: file.mimetype,
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })
      return reply.code(201).send({ documentId })
    },
  )
}

/** Returns the id of the document, or of the one with the same key. */
function storeOnce(
  documents: StoredDocument[],
  received: Omit<StoredDocument, 'documentId'>,
): string {
  const { key, loanNumber } = received
  const isRepeated = (document: StoredDocument) =>
    document.key === key && document.loanNumber === loanNumber
  const earlier = key === undefined ? undefined : documents.find(isRepeated)
  if (earlier) return earlier.documentId
  const documentId = randomUUID()
  documents.push({ documentId, ...received })
  if (documents.length > maxDocuments) documents.shift()
  return documentId
}
