import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, freePortRange } from '../../test/nodes/node.ts'
import { checkPorts } from './check-ports.ts'
import { readSettings } from './settings.ts'

async function occupy(port: number): Promise<void> {
  const server = createServer()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
}

test('free ports are accepted, and left free', async () => {
  const port = await freePortRange(6)
  const settings = readSettings({ PORT: String(port), SANDBOX_OIDC: 'true' })
  await checkPorts(settings)
  await checkPorts(settings)
})

test.for([
  [0, 'the portal (PORT)', 'Set PORT to a free port'],
  [1, 'the sandbox’s LoanDock (PORT + 1)', 'Set PORT so that it'],
  [2, 'the sandbox’s mail server (PORT + 2)', 'Set PORT so that it'],
  [3, 'the sandbox’s mailbox (PORT + 3)', 'Set PORT so that it'],
  [4, 'the sandbox’s SFTP server (PORT + 4)', 'Set PORT so that it'],
  [5, 'the sandbox’s single sign-on (PORT + 5)', 'Set PORT so that it'],
] as const)(
  'a busy port at PORT + %i is named with the setting to change',
  async ([offset, user, remedy]) => {
    const port = await freePortRange(6)
    await occupy(port + offset)
    const settings = readSettings({
      PORT: String(port),
      SANDBOX_OIDC: 'true',
      SANDBOX_SFTP: 'true',
    })
    await expect(checkPorts(settings)).rejects.toThrow(
      `Port ${port + offset}, for ${user}, is in use (EADDRINUSE). ${remedy}`,
    )
  },
)

test('a node with its own LoanDock checks only its own ports', async () => {
  const port = await freePortRange(2)
  await occupy(port + 1)
  const environment = {
    PORT: String(port),
    LOAN_DOCK_URL: 'https://loandock.example',
  }
  await checkPorts(readSettings(environment))

  const metricsPort = await freePort()
  await occupy(metricsPort)
  const settings = readSettings({
    ...environment,
    METRICS_PORT: String(metricsPort),
  })
  await expect(checkPorts(settings)).rejects.toThrow(
    `Port ${metricsPort}, for metrics (METRICS_PORT), is in use (EADDRINUSE). Set METRICS_PORT`,
  )
})
