import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'
import { webServer } from './web-server.ts'

const head = 'host: portal\r\ncontent-type: application/json\r\n'

test('ends though browsers keep connections: used, unused, sending, and one whose answer comes at the end', async () => {
  const app = await webServer(makeLog('silent'), 'http://portal')
  const asked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  app.get('/soon', async () => ({}))
  app.post('/slow', async () => ({}))
  app.get('/late', async () => {
    asked.resolve()
    await mayAnswer.promise
    return {}
  })
  app.addHook('preClose', async () => mayAnswer.resolve())
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

  const open = async (written: string) => {
    const socket: Socket = connect(Number(address.port), address.hostname)
    socket.on('error', () => undefined)
    const closed = new Promise<string>((resolve) => {
      let heard = ''
      socket.on('data', (data) => {
        heard += data
      })
      socket.once('close', () => resolve(heard.split('\r\n')[0] ?? ''))
    })
    await new Promise((connected) => socket.once('connect', connected))
    socket.write(written)
    return { socket, closed }
  }
  const used = await open(`GET /soon HTTP/1.1\r\n${head}\r\n`)
  await new Promise((answered) => used.socket.once('data', answered))
  const unused = await open('')
  const sending = await open(`POST /slow HTTP/1.1\r\n${head}content-length: 1000\r\n\r\n{`)
  const late = await open(`GET /late HTTP/1.1\r\n${head}\r\n`)
  await asked.promise

  await app.close()
  const heard = await Promise.all([used, unused, sending, late].map(({ closed }) => closed))
  expect(heard).toEqual(['HTTP/1.1 200 OK', '', '', 'HTTP/1.1 200 OK'])
}, 15_000)
