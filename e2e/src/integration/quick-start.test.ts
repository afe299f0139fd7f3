import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { EvaluationAnswer } from '@portal/contract/guideline/answers'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type Caller, decide, get, post } from '../lib/calls.ts'
import { portalUrl } from '../lib/people.ts'
import { expect, test } from '../lib/story.ts'
import { change, personOf } from '../user/people.ts'

const run = promisify(execFile)
const root = new URL('../../../', import.meta.url)
const program = new URL('.cache/decided-request.mjs', root)

/** The program of docs/integration.md, as it is written there. */
async function readProgram(): Promise<string> {
  const text = await readFile(new URL('docs/integration.md', root), 'utf8')
  const [, code] = /^```js\n(import \{ once \}.*?)^```$/ms.exec(text) ?? []
  if (!code) throw new Error('docs/integration.md has no program')
  return code
}

const service = '/api/v1/integration/services'

/** The id of the SLV, and what the program prints before it is sent. */
async function readUntilSent(lines: AsyncIterator<string>) {
  const printed: string[] = []
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error(`It ended after ${JSON.stringify(printed)}`)
    const [, slvId] = /^Sent ([\da-f-]{36})$/.exec(value) ?? []
    if (slvId) return { slvId, printed }
    printed.push(value)
  }
}

/** Each guideline that the loan misses has a variance, with its rule's limit. */
async function expectVariances(
  someone: Caller,
  slvId: string,
  printed: string[],
) {
  const path = `/api/v1/proxy-loan/${slvId}`
  const { slvRequests }: SlvDetail = await get(someone, `${path}/detailed`)
  const { findings }: EvaluationAnswer = await get(
    someone,
    `${path}/evaluation`,
  )
  const misses = findings.filter(({ state }) => state === 'MISSES')
  expect(misses.map(({ parameter }) => parameter)).toContain('RESERVES_MONTHS')
  const rules = misses.map(({ ruleId, limit }) => [ruleId, limit])
  expect(
    slvRequests.map(({ ruleId, guidelineValue }) => [ruleId, guidelineValue]),
  ).toEqual(rules)
  const lines = slvRequests.map(
    ({ reason, actualValue, guidelineValue }) =>
      `${reason}: ${actualValue}, limit ${guidelineValue}`,
  )
  expect(printed).toEqual(lines)
}

test('the program of the integration guide sends a request with a key, and prints the decision from a verified webhook', async ({
  admin,
  colleague,
  underwriter,
  freshLoan,
}) => {
  await run(process.execPath, [
    fileURLToPath(new URL('client/build.ts', root)),
    portalUrl(),
  ])
  await mkdir(new URL('.', program), { recursive: true })
  await writeFile(program, await readProgram())
  const { id } = await personOf(admin, 'colleague')
  const setRight = (isOn: boolean) =>
    change(admin, 'permissions', { id, manageIntegrations: isOn })
  await setRight(true)
  const { loanNumber } = await freshLoan(
    ({ creditScore }) => (creditScore ?? 0) >= 720,
  )
  const { id: serviceId } = await post(colleague, service, {
    name: `Loan system ${loanNumber}`,
    permissions: ['myCompanyView', 'manageIntegrations'],
  })
  const { key } = await post(colleague, `${service}/${serviceId}/keys`, {
    scopes: ['read', 'slvs', 'webhooks'],
  })

  const started = spawn(process.execPath, [fileURLToPath(program)], {
    env: {
      ...process.env,
      PORTAL_URL: portalUrl(),
      PORTAL_KEY: key,
      LOAN_NUMBER: loanNumber,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(started, 'exit')
  const lines = createInterface(started.stdout)[Symbol.asyncIterator]()
  const { slvId, printed } = await readUntilSent(lines)
  await expectVariances(colleague, slvId, printed)
  const { id: underwriterId } = await get(underwriter, '/api/v1/auth/profile')
  await admin.request.patch('/api/v1/proxy-loan/assign-requests', {
    data: { underwriterId, proxyLoanIds: [slvId] },
  })
  const review = await post(
    underwriter,
    `/api/v1/proxy-loan/underwriter/${slvId}/start-review-process`,
  )
  const path = '/api/v1/conversation-log/proxy-loan'
  const comment = { proxyLoanId: slvId, type: 'EXTERNAL', message: 'All clear' }
  const { authorName } = await post(underwriter, path, comment)
  expect((await lines.next()).value).toBe(`${authorName}: All clear`)
  await decide(underwriter, review, {
    decision: 'APPROVED',
    priceAdjustment: -25,
    decisionComment: 'Verification of reserves',
  })
  expect((await lines.next()).value).toBe('Decided: APPROVED at -25 bps')
  expect(await ended).toEqual([0, null])
  await setRight(false)
})
