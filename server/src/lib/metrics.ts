import type { Endpoint } from '@portal/contract/lib/endpoint'
import { getKeys } from '@portal/contract/lib/typed'
import { services } from '@portal/contract/system/model'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * The metrics of this process. No label names a person, a company or a loan.
 */
export const registry = new Registry()
const registers = [registry]

const requestDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of requests by route template, without streams',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

/**
 * Plain numbers, because most requests are polls; the counter reads them at
 * each scrape.
 */
const pollAnswers = { changed: 0, unchanged: 0 }
new Counter({
  name: 'portal_polls_total',
  help: 'Polls by result: changed, or unchanged (304)',
  labelNames: ['answer'] as const,
  registers,
  collect() {
    this.reset()
    for (const answer of getKeys(pollAnswers))
      this.inc({ answer }, pollAnswers[answer])
  },
})

export type Answered = {
  method: string
  route: string
  status: number
  seconds: number
  endpoint: Endpoint | undefined
}

/**
 * Records a response and its duration by route template, except for streams.
 */
export function measureAnswer({
  method,
  route,
  status,
  seconds,
  endpoint,
}: Answered) {
  if (endpoint?.answersStream) return
  requestDuration.observe({ method, route, status }, seconds)
  if (endpoint?.isPoll) pollAnswers[status === 304 ? 'unchanged' : 'changed']++
}

export const serviceCalls = new Counter({
  name: 'portal_service_calls_total',
  help: 'Calls to LoanDock, the mail server and the file store; refused: LoanDock refused the request',
  labelNames: ['service', 'result'] as const,
  registers,
})
for (const service of services)
  for (const result of ['ok', 'refused', 'failed'])
    serviceCalls.inc({ service, result }, 0)

export const openStreams = new Gauge({
  name: 'portal_open_streams',
  help: 'Open streams of changes',
  registers,
})
