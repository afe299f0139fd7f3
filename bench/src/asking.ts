import { requestText } from './lib/http-client.ts'
import type { Stage } from './lib/stage.ts'

/** Milliseconds of calls that were asked one at a time, from sending to the whole answer. */
export type Asked = { name: string; middle: number; most: number; times: number }

/** At most so long for one call, however dear it is. */
const limitMs = 4000

type Question = {
  name: string
  /** The request, another one each time where it is to be counted anew. */
  text: (time: number) => string
  /** What happens before each, unmeasured. */
  before?: (time: number) => Promise<unknown>
}

/** Asks each `times` times, or for four seconds; the first answer, which prepares what is prepared once, is not counted. One that fails is named so, and the others go on. */
export async function ask(stage: Stage, questions: readonly Question[], times: number): Promise<Asked[]> {
  const all: Asked[] = []
  for (const { name, text, before } of questions) {
    const took: number[] = []
    let failure = ''
    const began = performance.now()
    for (let time = 0; time <= times && (time < 2 || performance.now() - began < limitMs); time++) {
      await before?.(time)
      const sent = performance.now()
      const isAnswered = await stage.send(text(time)).then(
        () => true,
        (error: Error) => {
          failure = ` (failed: ${error.message.split('\n')[0]?.slice(-80)})`
          return false
        },
      )
      // How long nothing came of it says how bad it is.
      if (time > 0 || !isAnswered) took.push(performance.now() - sent)
      if (!isAnswered) break
    }
    took.sort((one, other) => one - other)
    all.push({
      name: name + failure,
      middle: took[took.length >> 1] ?? Number.NaN,
      most: took.at(-1) ?? Number.NaN,
      times: took.length,
    })
  }
  return all
}

const underwriter = 'underwriter.1@buyer.example'
const seller = 'seller.2@b00001.example'

/** What people type, from what finds much to what finds nothing. */
export const words = ['garcia', 'gar', '700012', 'S-0000', 'Juniper', '42 Juniper', 'zzz', 'ga', '7']

/** The list narrowed by a text, newest first. */
export async function measureSearch(stage: Stage, times = 20): Promise<Asked[]> {
  const cookie = await stage.signIn(underwriter)
  const path = (word: string) =>
    `/api/v1/proxy-loans?tableMode=ALL&search=${encodeURIComponent(word)}&sortBy=date&sortType=desc`
  return ask(
    stage,
    words.map((word) => ({
      name: `"${word}"`,
      text: () => requestText({ method: 'GET', path: path(word), cookie }),
    })),
    times,
  )
}

/** The cards above the lists. */
export async function measureCards(stage: Stage, times = 20): Promise<Asked[]> {
  const cookies: Record<string, string> = {
    [underwriter]: await stage.signIn(underwriter),
    [seller]: await stage.signIn(seller),
  }
  const cards = [
    { name: "seller's My Own", who: seller, path: '/proxy-loans/statistics?tableMode=MY_OWN' },
    { name: "underwriter's My Own", who: underwriter, path: '/proxy-loans/statistics?tableMode=MY_OWN' },
    { name: 'department', who: underwriter, path: '/proxy-loans/department-statistics' },
  ]
  return ask(
    stage,
    cards.map(({ name, who, path }) => ({
      name,
      text: () => requestText({ method: 'GET', path: `/api/v1${path}`, cookie: cookies[who] ?? '' }),
    })),
    times,
  )
}
