import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type DocumentShelf, LoanDocument } from './document-shelf.ts'
import type { LoanBook } from './loan-book.ts'
import { Loan, Refusal } from './model.ts'

const maxBytes = 50 * 1024 * 1024
const tags = ['loans']
const params = z.object({ number: z.string().describe("The buyer's or the seller's loan number") })
const unknownLoan = { error: 'There is no loan with this number' }

const paging = {
  page: z.coerce.number().int().min(1).default(1),
  size: z.coerce.number().int().min(1).max(100).default(25),
}
const Search = z.object({
  search: z.string().max(200).optional().describe('Part of a loan number, the borrower or the seller'),
  sellerCorrId: z.string().optional(),
  ...paging,
})
const LoanPage = z.object({ items: z.array(Loan), total: z.number(), page: z.number(), size: z.number() })

const refuse = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode })

/** The file's bytes; throws at the end when it was cut off at the limit. */
async function* wholeFile({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  yield* file
  if (file.truncated) throw refuse(413, 'The file is larger than 50 MB')
}

/** Loans by number and by search, and documents in. */
export const loanRoutes = (book: LoanBook, shelf: DocumentShelf) => async (root: FastifyInstance) => {
  await root.register(multipart, { limits: { fileSize: maxBytes, files: 1, fields: 10 } })
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/loans/:number',
    { schema: { summary: 'A loan by either number', tags, params, response: { 200: Loan, 404: Refusal } } },
    async ({ params }, reply) => book.find(params.number) ?? reply.code(404).send(unknownLoan),
  )

  app.get(
    '/loans',
    { schema: { summary: 'Search loans', tags, querystring: Search, response: { 200: LoanPage, 400: Refusal } } },
    async ({ query }) => ({ ...book.search(query), page: query.page, size: query.size }),
  )

  app.get(
    '/loans/:number/documents',
    {
      schema: {
        summary: "A loan's documents",
        tags,
        params,
        response: { 200: z.object({ items: z.array(LoanDocument) }), 404: Refusal },
      },
    },
    async ({ params }, reply) => {
      const loan = book.find(params.number)
      return loan ? { items: shelf.of(loan.loanNumber) } : reply.code(404).send(unknownLoan)
    },
  )

  app.post(
    '/loans/:number/documents',
    {
      schema: {
        summary: 'Send a document for a loan',
        description: 'One file, 50 MB at most. A repeat with the same Idempotency-Key answers the first one.',
        tags,
        consumes: ['multipart/form-data'],
        params,
        headers: z.object({ 'idempotency-key': z.string().max(200).optional() }),
        response: { 201: z.object({ documentId: z.uuid() }), 400: Refusal, 404: Refusal, 413: Refusal, 415: Refusal },
      },
    },
    async (request, reply) => {
      const loan = book.find(request.params.number)
      if (!loan) return reply.code(404).send(unknownLoan)
      if (!request.isMultipart()) return reply.code(415).send({ error: 'Send the file as multipart/form-data' })
      const file = await request.file()
      if (!file) return reply.code(400).send({ error: 'There is no file in this request' })
      const { documentId } = await shelf.put({
        loanNumber: loan.loanNumber,
        name: file.filename,
        contentType: file.mimetype,
        content: wholeFile(file),
        key: request.headers['idempotency-key'],
      })
      return reply.code(201).send({ documentId })
    },
  )
}
