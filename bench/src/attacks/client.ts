import type { Portal } from '../../../e2e/src/lib/portal.ts'

type File = { name: string; bytes: Uint8Array }

/** One seller at the portal: a session, and SLVs that take their files. */
export type Seller = Awaited<ReturnType<typeof signIn>>

/** Signs a demo account in by a ticket of the sandbox's LoanDock. */
export async function signIn({ url, loanDockUrl }: Portal, email: string) {
  const json = { 'content-type': 'application/json' }
  const ticket = await fetch(`${loanDockUrl}/sso/tickets`, {
    ...{ method: 'POST', headers: json },
    body: JSON.stringify({ email }),
  })
  const answer = await fetch(`${url}/api/v1/auth/log-in`, { method: 'POST', headers: json, body: await ticket.text() })
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  /** Reads the whole answer and returns its status; 0 when the connection is cut. */
  const send = async (path: string, init: RequestInit = {}): Promise<number> => {
    try {
      const sent = await fetch(`${url}/api${path}`, { ...init, headers: { ...init.headers, cookie } })
      await sent.arrayBuffer()
      return sent.status
    } catch {
      return 0
    }
  }
  const upload = (slvId: string, { name, bytes }: File, signal?: AbortSignal): Promise<number> => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(bytes)]), name)
    return send(`/v1/proxy-loan/${slvId}/documents`, { method: 'POST', body, ...(signal && { signal }) })
  }
  const list = await fetch(`${url}/api/v1/proxy-loans?size=50`, { headers: { cookie } })
  const { items } = (await list.json()) as { items: { id: string }[] }
  const slvs: string[] = []
  for (const { id } of items) {
    if (slvs.length === 4) break
    if ((await upload(id, { name: 'first.txt', bytes: Buffer.from('A statement\n') })) === 200) slvs.push(id)
  }
  if (slvs.length === 0) throw new Error(`${email} has no SLV that takes files`)
  const print = (signal?: AbortSignal) =>
    send('/v1/pdf-printer', {
      ...{ method: 'POST', headers: json, body: JSON.stringify({ proxyLoanId: slvs[0] }) },
      ...(signal && { signal }),
    })
  let turn = 0
  /** The SLVs in rotation: each takes a limited number of files. */
  const nextSlv = () => slvs[turn++ % slvs.length] ?? ''
  return { send, upload, print, nextSlv }
}
