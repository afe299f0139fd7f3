import {
  type Service,
  type ServiceState,
  type System,
  services,
} from '@portal/contract/system/model'
import { sql } from 'kysely'
import { idleSince } from '../auth/sessions/session.ts'
import type { Ctx } from '../lib/ctx.ts'
import {
  findBackup,
  findReplicaDelay,
  findWarnings,
  type Node,
  type NodeDeps,
} from './find-state.ts'

/** The state of the portal, as the answering node sees it. */
export async function getSystem(
  { db, now }: Ctx,
  deps: NodeDeps,
): Promise<System> {
  const { node } = deps
  const { startedAt, ...build } = node.build
  const [warnings, backup, delay, counts] = await Promise.all([
    findWarnings(deps),
    findBackup(deps),
    node.replica && findReplicaDelay(node.replica),
    db
      .selectNoFrom((eb) => {
        const open = eb
          .selectFrom('session')
          .where('endsAt', '>', now)
          .where('lastUsedAt', '>', idleSince(now))
        return [
          open.select(eb.fn.countAll<number>().as('count')).as('openSessions'),
          open
            .select(sql<number>`count(distinct user_id)`.as('count'))
            .as('signedIn'),
          eb
            .selectFrom('throttle')
            .select(eb.fn.countAll<number>().as('count'))
            .where('blockedUntil', '>', now)
            .as('throttled'),
        ]
      })
      .executeTakeFirstOrThrow(),
  ])
  return {
    warnings,
    node: { ...build, startedAt: startedAt.toISOString() },
    services: services.map((service) => getStatus(node, service)),
    database: {
      isAvailable: true,
      replica:
        delay === undefined
          ? null
          : { isAvailable: delay !== null, behindSeconds: delay },
    },
    backup: backup && {
      lastAt: backup.done?.endedAt.toISOString() ?? null,
      coveredTo: backup.done?.coveredTo.toISOString() ?? null,
      isLate: backup.isLate,
      failedAt: backup.failed?.endedAt.toISOString() ?? null,
    },
    openSessions: counts.openSessions ?? 0,
    signedIn: counts.signedIn ?? 0,
    throttled: counts.throttled ?? 0,
  }
}

function getStatus(node: Node, service: Service) {
  const { successAt, failureAt, failure } = node.results[service]
  return {
    service,
    state: getState(node, service),
    lastSuccessAt: successAt?.toISOString() ?? null,
    lastFailureAt: failureAt?.toISOString() ?? null,
    lastFailure: failure,
  }
}

function getState(
  { canMail, circuits, results }: Node,
  service: Service,
): ServiceState {
  const { successAt, failureAt } = results[service]
  const paused: Partial<Record<Service, boolean>> = circuits()
  if (service === 'MAIL' && !canMail) return 'OFF'
  if (paused[service]) return 'PAUSED'
  if (failureAt && (!successAt || failureAt > successAt)) return 'FAILING'
  return successAt ? 'OK' : 'IDLE'
}
