import type { Actor } from '@portal/contract/user/model'
import { AppError } from '../errors.ts'

export type Sender = Pick<Actor, 'id' | 'companyId'>

export const systemSender: Sender = { id: 'portal', companyId: 'portal' }

export type Limits = {
  total: number
  perCompany: number
  perPerson: number
  /** Turns that one person can have waiting; the next is refused with 429. */
  waitingPerPerson: number
  message: string
}

/**
 * A person with more waiting requests than a page of the portal sends gets one
 * at a time.
 */
const burstSize = 10

type Turn = { sender: Sender; start: () => void }

/**
 * Turns that wait, by company and person. A Map keeps the order of insertion:
 * its first entry is the next in rotation.
 */
type Waiting = Map<string, Map<string, Turn[]>>

function add(
  waiting: Waiting,
  turn: Turn,
  { waitingPerPerson, message }: Limits,
) {
  const { companyId, id } = turn.sender
  const people = waiting.get(companyId) ?? new Map<string, Turn[]>()
  const turns = people.get(id) ?? []
  if (turns.length >= waitingPerPerson)
    throw new AppError('too_many_requests', message, { retryAfterSeconds: 5 })
  turns.push(turn)
  people.set(id, turns)
  waiting.set(companyId, people)
}

/** Returns false if the turn no longer waits. */
function remove(waiting: Waiting, turn: Turn): boolean {
  const { companyId, id } = turn.sender
  const people = waiting.get(companyId)
  const turns = people?.get(id) ?? []
  const place = turns.indexOf(turn)
  if (!people || place < 0) return false
  turns.splice(place, 1)
  if (turns.length === 0) people.delete(id)
  if (people.size === 0) waiting.delete(companyId)
  return true
}

/** The next turn that its company's and its person's limits allow. */
function findNext(
  waiting: Waiting,
  running: ReadonlySet<Turn>,
  { perCompany, perPerson }: Limits,
): Turn | undefined {
  const countRunning = (isCounted: (sender: Sender) => boolean) =>
    [...running].filter(({ sender }) => isCounted(sender)).length
  for (const [companyId, people] of waiting) {
    if (countRunning((sender) => sender.companyId === companyId) >= perCompany)
      continue
    for (const [id, turns] of people) {
      const most = turns.length > burstSize ? 1 : perPerson
      if (countRunning((sender) => sender.id === id) < most) return turns[0]
    }
  }
  return undefined
}

/** Puts the company and the person of a turn at the end of the rotation. */
function rotate(waiting: Waiting, { companyId, id }: Sender) {
  const people = waiting.get(companyId)
  const turns = people?.get(id)
  if (people) moveToEnd(waiting, companyId, people)
  if (people && turns) moveToEnd(people, id, turns)
}

/**
 * Runs a few turns at a time. Free places go to companies in rotation, within a
 * company to people in rotation, and per person in order.
 */
export function createFairQueue(limits: Limits) {
  const waiting: Waiting = new Map()
  const running = new Set<Turn>()

  const startNext = () => {
    while (running.size < limits.total) {
      const turn = findNext(waiting, running, limits)
      if (!turn) return
      remove(waiting, turn)
      rotate(waiting, turn.sender)
      running.add(turn)
      turn.start()
    }
  }

  /**
   * Waits for a turn and returns the function that ends it. Throws 429 when the
   * sender has too many turns waiting, and the signal's reason when it aborts.
   */
  const enter = async (
    sender: Sender,
    signal?: AbortSignal,
  ): Promise<() => void> => {
    signal?.throwIfAborted()
    const started = Promise.withResolvers<void>()
    const turn: Turn = { sender, start: started.resolve }
    add(waiting, turn, limits)
    const leave = () => {
      if (running.delete(turn)) startNext()
    }
    const cancel = () => {
      if (remove(waiting, turn)) started.reject(signal?.reason)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    startNext()
    try {
      await started.promise
      return leave
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  return { enter }
}

const moveToEnd = <T>(map: Map<string, T>, key: string, value: T) => {
  map.delete(key)
  map.set(key, value)
}
