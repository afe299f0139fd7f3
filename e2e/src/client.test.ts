import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { generateClient } from '../client/generate.ts'
import { workbookOf } from './lib/files.ts'
import { ticketFor } from './lib/people.ts'
import { expect, test } from './lib/story.ts'

const run = promisify(execFile)
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

test('the types of what is published have at most 5,000 lines', async () => {
  const url = new URL('/api/openapi.json', process.env.PORTAL_URL)
  const types = astToString(await openapiTS(url))
  const lines = types.split('\n').length
  expect(lines).toBeGreaterThan(2000)
  expect(lines).toBeLessThanOrEqual(5000)
})

test('a client generated from the API description compiles in strict mode and drives a request to its decision', async ({
  request,
  freshLoan,
}) => {
  const portalUrl = process.env.PORTAL_URL ?? ''
  await generateClient(portalUrl)
  await run(process.execPath, [
    pathOf('../../node_modules/typescript/bin/tsc'),
    '--project',
    pathOf('../client'),
  ])

  // The request's factor, an experienced investor, counts only for these.
  const { loanNumber } = await freshLoan(({ occupancy }) => occupancy === 'I')
  const tickets = {
    seller: await ticketFor(request, 'seller'),
    admin: await ticketFor(request, 'admin'),
    underwriter: await ticketFor(request, 'underwriter'),
  }
  const options = JSON.stringify({ portalUrl, loanNumber, tickets })
  const { stdout } = await run(process.execPath, [
    pathOf('../client/story.ts'),
    options,
  ])
  const { saved, stale, sent, decided, workbook } = JSON.parse(stdout)

  expect(saved).toMatchObject({ status: 'DRAFT', city: 'Yountville' })
  expect(stale).toMatchObject({ statusCode: 412, code: 'stale' })
  expect(sent.status).toBe('PENDING')
  expect(decided).toMatchObject({
    status: 'APPROVED',
    city: 'Yountville',
    priceAdjustment: -25,
  })
  expect(decided).not.toHaveProperty('decisionCommentsInternal')
  const { rows } = await workbookOf(Buffer.from(workbook, 'base64'))
  expect(rows).toHaveLength(1)
})
