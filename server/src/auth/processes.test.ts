import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { anotherCode, test as base } from '../../test/signing-in.ts'

const program = fileURLToPath(new URL('../../test/node-process.ts', import.meta.url))
const key = Buffer.alloc(32, 7).toString('base64')

/** A node as a process of its own on this database: the address of its API, and how to end it. */
async function startNode(url: string, now: Date) {
  const child = spawn(process.execPath, [program, url, now.toISOString(), key], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const [line] = await once(createInterface(child.stdout), 'line')
  const end = async () => {
    child.stdin.end()
    await ended
  }
  return { address: `http://127.0.0.1:${line}/api/v1`, end }
}

const test = base.extend('processes', async ({ url, now }, { onCleanup }) => {
  const nodes = await Promise.all([startNode(url, now), startNode(url, now)])
  onCleanup(async () => void (await Promise.all(nodes.map(({ end }) => end()))))
  return nodes.map(({ address }) => address)
})

test('at most five of 2,000 concurrent codes are evaluated over two processes', { timeout: 120_000 }, async ({
  processes,
  committed,
  atTheCode,
}) => {
  const { own, code: right } = await atTheCode()
  const cookie = [...own.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  let code = right
  const statuses = await Promise.all(
    Array.from({ length: 2000 }, async (_, n) => {
      code = anotherCode(code)
      const answer = await fetch(`${processes[n % 2]}/auth/tpr/email/otp`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  const count = (status: number) => statuses.filter((one) => one === status).length
  // 400 says that a code was looked at; 401 that the sign-in is over; 503 that the node had enough to do.
  expect(count(400)).toBeLessThanOrEqual(5)
  expect(count(400) + count(401) + count(503)).toBe(2000)
  expect((await own.enterCode(right)).statusCode).toBe(401)
  expect(await committed.selectFrom('session').selectAll().execute()).toEqual([])
})
