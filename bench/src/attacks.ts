import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getKeys } from '@portal/contract/lib/typed'
import { type Portal, startPortal } from '../../e2e/src/lib/portal.ts'
import { growingFiles } from '../../server/test/growing-files.ts'
import { hostileFiles } from '../../server/test/hostile-files.ts'
import { hostileOffice } from '../../server/test/hostile-office.ts'
import { type Row, worst } from './goals.ts'
import { quantile, timed } from './load.ts'

type File = { name: string; bytes: Uint8Array }

const json = { 'content-type': 'application/json' }

/** One seller at the portal: a session, and SLVs that accept their files. */
type Seller = Awaited<ReturnType<typeof signIn>>

/** Signs a demo account in with a ticket of the sandbox's LoanDock. */
async function cookieOf(
  { url, loanDockUrl }: Pick<Portal, 'url' | 'loanDockUrl'>,
  email: string,
): Promise<string> {
  const post = (address: string, body: string) =>
    fetch(address, { method: 'POST', headers: json, body })
  const ticket = await post(
    `${loanDockUrl}/sso/tickets`,
    JSON.stringify({ email }),
  )
  const response = await post(`${url}/api/v1/auth/log-in`, await ticket.text())
  if (!response.ok)
    throw new Error(`${email} can't sign in: ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function signIn(portal: Portal, email: string) {
  const cookie = await cookieOf(portal, email)
  const send = createSender(portal.url, cookie)
  const uploadTo = (slvId: string, file: File, signal?: AbortSignal) => {
    const path = `/v1/proxy-loan/${slvId}/documents`
    return send(path, { method: 'POST', body: formWith(file), signal })
  }
  const slvs = await findOpenSlvs(portal.url, cookie, uploadTo)
  if (slvs.length === 0)
    throw new Error(`${email} has no SLV that accepts files`)

  let uploads = 0
  /**
   * Uploads to the SLVs in rotation: each accepts a limited number of files.
   */
  const upload = (file: File, signal?: AbortSignal) =>
    uploadTo(slvs[uploads++ % slvs.length] ?? '', file, signal)
  const print = (signal?: AbortSignal) =>
    send('/v1/pdf-printer', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ proxyLoanId: slvs[0] }),
      signal,
    })
  return { send, upload, print }
}

/** Up to four SLVs of the seller that accept a file. */
async function findOpenSlvs(
  url: string,
  cookie: string,
  uploadTo: (slvId: string, file: File) => Promise<number>,
) {
  const listed = await fetch(`${url}/api/v1/proxy-loans?size=50`, {
    headers: { cookie },
  })
  const { items } = (await listed.json()) as { items: { id: string }[] }
  const slvs: string[] = []
  const firstFile = { name: 'first.txt', bytes: Buffer.from('A statement\n') }
  for (const { id } of items) {
    if (slvs.length === 4) break
    const status = await uploadTo(id, firstFile)
    if (status === 200) slvs.push(id)
  }
  return slvs
}

/**
 * Returns a function that sends a request, reads the whole response, and
 * returns its status; 0 when the connection is cut.
 */
const createSender =
  (url: string, cookie: string) =>
  async (path: string, init: RequestInit = {}): Promise<number> => {
    try {
      const response = await fetch(`${url}/api${path}`, {
        ...init,
        headers: { ...init.headers, cookie },
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

const formWith = ({ name, bytes }: File): FormData => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}

const importFile = (
  seller: Seller,
  file: File,
  signal?: AbortSignal,
): Promise<number> => {
  const path = file.name.endsWith('.csv')
    ? '/v1/loans/import-csv'
    : '/v1/loans/import-mismo'
  return seller.send(path, { method: 'POST', body: formWith(file), signal })
}

type Attack = {
  name: string
  /** Sends one burst, repeated for the duration of the attack. */
  burst: (attacker: Seller, signal: AbortSignal) => Promise<unknown>
  /** The same request from another seller, which must return 200. */
  same?: (other: Seller) => Promise<number>
}

const together = <T>(count: number, send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)))

const endingIn = (files: readonly File[], ...extensions: string[]) =>
  files.filter(({ name }) =>
    extensions.some((extension) => name.endsWith(extension)),
  )

/** Six files at the same time, different ones in each burst. */
function sixOf(files: readonly File[]): Attack['burst'] {
  let sent = 0
  return (attacker, signal) =>
    together(6, () =>
      attacker.upload(files[sent++ % files.length] as File, signal),
    )
}

const statement = {
  name: 'statement.txt',
  bytes: Buffer.from('A statement of two months\n'),
}

const lineBreaks = { name: 'loans.csv', bytes: Buffer.alloc(2 << 20, '\n') }
const fewLoans = {
  name: 'loans.csv',
  bytes: Buffer.from('Loan Number\n7001234\n'),
}
/** 100,000 elements, which is the limit, in 5 MB. */
const manyElements = {
  name: 'loan.xml',
  bytes: Buffer.from(
    `<MESSAGE>${`<A>${'a'.repeat(40)}</A>`.repeat(99_000)}</MESSAGE>`,
  ),
}

const tooLarge = { name: 'large.txt', bytes: Buffer.alloc(51 << 20, 'a') }

const quotes = Buffer.from("'=".repeat(1 << 19))
const search = '/v1/proxy-loans?size=50&sortBy=borrowerLastName&search='

/**
 * Connections that send headers, which Node must buffer until the head is
 * complete.
 */
const openHeads = (port: number, signal: AbortSignal) =>
  together(100, async (index) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(
      `GET /api/health HTTP/1.1\r\nhost: a\r\nx-long: ${'a'.repeat(index % 2 ? 30_000 : 10)}`,
    )
    socket.resume()
    await pause(1000, undefined, { signal }).catch(() => undefined)
    socket.destroy()
  })

/**
 * A request that the attacker sends many times in parallel, and the other
 * seller once.
 */
const repeated = (
  name: string,
  count: number,
  send: (
    seller: Seller,
    index: number,
    signal?: AbortSignal,
  ) => Promise<number>,
): Attack => ({
  name,
  burst: (attacker, signal) =>
    together(count, (index) => send(attacker, index, signal)),
  same: (other) => send(other, 0),
})

/** The other seller imports a small file meanwhile. */
const fourImports = (what: string, file: File): Attack => ({
  name: `four imports of ${what}`,
  burst: (attacker, signal) =>
    together(4, () => importFile(attacker, file, signal)),
  same: (other) => importFile(other, fewLoans),
})

/**
 * Attacks that external audits found to slow or stop the portal for everyone.
 */
const attacksOn = (port: number): Attack[] => [
  {
    name: 'file name of 60,000 dots',
    burst: sixOf([
      { name: `${'.'.repeat(60_000)}x.txt`, bytes: Buffer.from('A') },
    ]),
  },
  {
    name: "six text files of '=",
    burst: sixOf(['a.txt', 'a.csv'].map((name) => ({ name, bytes: quotes }))),
  },
  {
    name: 'six growing texts',
    burst: sixOf(endingIn(growingFiles, '.txt', '.csv', '.eml')),
  },
  {
    name: 'six hostile PDFs',
    burst: sixOf(endingIn([...growingFiles, ...hostileFiles], '.pdf')),
  },
  {
    name: 'six hostile images',
    burst: sixOf(endingIn(hostileFiles, '.png', '.jpg', '.tif')),
  },
  {
    name: 'six hostile Office files',
    burst: sixOf([
      ...endingIn(growingFiles, '.docx', '.xlsx'),
      ...hostileOffice,
    ]),
  },
  fourImports('2 MB of line breaks', lineBreaks),
  fourImports('100,000 elements', manyElements),
  {
    name: 'six refused uploads',
    burst: (attacker, signal) =>
      together(6, () => attacker.upload(tooLarge, signal)),
    same: (other) => other.upload(statement),
  },
  repeated('30 prints', 30, (seller, _, signal) => seller.print(signal)),
  repeated('30 workbooks', 30, ({ send }, _, signal) =>
    send('/v1/proxy-loans/download', { signal }),
  ),
  repeated('150 searches', 150, ({ send }, index, signal) =>
    send(`${search}${index % 10}`, { signal }),
  ),
  {
    name: 'slow and huge headers',
    burst: (_, signal) => openHeads(port, signal),
  },
]

type Figures = Record<string, number>

const seconds = 6

/** Watches the portal for some seconds, with an attack or without. */
async function watch(
  url: string,
  other: Seller,
  strike: (signal: AbortSignal) => Promise<unknown>,
  same?: Attack['same'],
) {
  const end = AbortSignal.timeout(seconds * 1000)
  const repeat = async (work: () => Promise<unknown>, pauseMs = 0) => {
    while (!end.aborted) {
      await work()
      await pause(pauseMs)
    }
  }
  const health: number[] = []
  const uploads: number[] = []
  let refused = 0
  const count = (status: number) => {
    if (status !== 200) refused++
  }
  const askHealth = async () => {
    const response = await fetch(`${url}/api/health`)
    await response.arrayBuffer()
  }
  const upload = async () => count(await other.upload(statement))
  const checkHealth = async () => {
    health.push(await timed(askHealth))
  }
  const checkUpload = async () => {
    uploads.push(await timed(upload))
  }
  const checkSame = async () => {
    await pause(500) // the attack has begun
    if (same) count(await same(other))
  }
  await Promise.all([
    repeat(() => strike(end)),
    repeat(checkHealth, 20),
    repeat(checkUpload, 100),
    checkSame(),
  ])
  return {
    healthMs: quantile(health, 0.99),
    uploadMs: quantile(uploads, 0.5),
    refused,
  }
}

/**
 * Attacks a portal with demo data as one seller, while another seller works:
 * what hostile input costs everyone else.
 */
export async function measureAttacks(): Promise<Row[]> {
  const portal = await startPortal({ LOG_LEVEL: 'warn' })
  try {
    const attacker = await signIn(portal, 'seller@acme.example')
    const other = await signIn(portal, 'seller@birch.example')
    await other.print() // the browser and the threads have started
    await watch(portal.url, other, () => pause(100))
    const idle = await watch(portal.url, other, () => pause(100))
    const figures = {
      health: { none: idle.healthMs } as Figures,
      upload: {} as Figures,
      refused: {} as Figures,
    }
    const port = Number(new URL(portal.url).port)
    for (const { name, burst, same } of attacksOn(port)) {
      const { healthMs, uploadMs, refused } = await watch(
        portal.url,
        other,
        (end) => burst(attacker, end),
        same,
      )
      figures.health[name] = healthMs
      figures.upload[name] = uploadMs / idle.uploadMs
      figures.refused[name] = refused
    }
    return getKeys(figures).map((name) =>
      worst(`attacks.${name}`, figures[name]),
    )
  } finally {
    await portal.stop()
  }
}
