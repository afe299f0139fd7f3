import { getSlvDetail } from '@portal/contract/slv/api'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import { expect } from 'vitest'
import { actions, answerVariances } from '../../../test/actions.ts'
import { innerCanary } from '../../../test/canary.ts'
import { findRows, setRows } from '../../../test/rows.ts'
import { tdocActions } from '../../../test/tdoc-actions.ts'
import { deps, payloadsOf, test } from '../../../test/webhooks.ts'
import {
  answerCondition,
  updateCondition,
} from '../../condition/change-conditions.ts'
import { viewSlv } from '../../slv/detail.ts'
import { makeFinalDecision } from '../../slv/review/decide.ts'
import { setSlrPending } from '../../slv/review/escalate.ts'
import { writeTdocHistory } from '../../tdoc/activity/write-history.ts'
import { createDeliveries } from './create-deliveries.ts'
import { createWebhook } from './create-webhook.ts'

test('each webhook receives what its owner can see: sellers get no internal stages, text or drafts', async ({
  made,
  ctxOf,
  subscribe,
  created,
  committed,
}) => {
  const underwriter = await made.underwriter('myOwn', 'manageIntegrations')
  const manager = await made.underwriter('manageSlr')
  const seller = await made.seller(undefined, 'manageIntegrations')
  const colleague = await made.seller(seller.companyId, 'manageIntegrations')
  const stranger = await made.seller(
    undefined,
    'manageIntegrations',
    'myCompanyView',
  )
  const [inner, own, unseen, foreign] = [
    await subscribe(await ctxOf(underwriter)),
    await subscribe(await ctxOf(seller)),
    await subscribe(await ctxOf(colleague)),
    await subscribe(await ctxOf(stranger)),
  ]
  const slv = await made.slv({
    sellerId: seller.id,
    companyId: seller.companyId,
    underwriterId: underwriter.id,
    decisionComment: `${innerCanary} draft`,
    temporaryStatus: 'APPROVED',
    slrRecommendedDecision: 'APPROVED',
  })
  const cast = {
    underwriterId: underwriter.id,
    managerId: manager.id,
    traderId: manager.id,
    sellerId: seller.id,
  }
  await setSlrPending(await ctxOf(underwriter), slv.id, {
    statusComment: innerCanary,
  } as never)
  expect(await created(own.id)).toEqual([])
  expect(
    (await payloadsOf(committed, inner.id)).map(({ type }) => type),
  ).toEqual(['slv.status_changed'])

  for (const action of ['set-slr-review', 'set-slr-completed'] as const)
    await actions[action](await ctxOf(manager), slv.id, cast)
  await actions['start-review-process'](await ctxOf(underwriter), slv.id, cast)
  await actions['set-pending-documents'](await ctxOf(underwriter), slv.id, cast)
  const asked = await created(own.id)
  expect(asked.map(({ type }) => type)).toEqual([
    'slv.status_changed',
    'slv.documents_requested',
  ])
  await actions['upload-pending-documents'](await ctxOf(seller), slv.id, cast)
  await actions['start-review-process'](await ctxOf(underwriter), slv.id, cast)
  await setRows(
    committed,
    'slv',
    { id: slv.id },
    { decisionComment: 'Shown once it is final' },
  )
  await actions['make-final-decision'](await ctxOf(underwriter), slv.id, cast)
  const all = await created(own.id)
  expect(all.map(({ type }) => type).slice(-2)).toEqual([
    'slv.status_changed',
    'slv.decided',
  ])
  for (const { type, data } of all) {
    expect(JSON.stringify(data)).not.toMatch(
      /CANARY-inner|"(SLR|TD)_|[sS]lr|tradeDesk|Internal|temporary/i,
    )
    if (type === 'slv.document_added') continue
    const { status } = getSlvDetail.response.parse(data)
    expect(
      Object.keys(data).filter(
        (key) => !visibleFields('SELLER', status).has(key),
      ),
    ).toEqual([])
  }
  expect(all.at(-1)?.data).toEqual(
    JSON.parse(JSON.stringify(await viewSlv(await ctxOf(seller), slv.id))),
  )
  expect(JSON.stringify(await payloadsOf(committed, inner.id))).toContain(
    'slrRecommendedDecision',
  )
  expect([await created(unseen.id), await created(foreign.id)]).toEqual([
    [],
    [],
  ])
})

test('a condition that is answered or marked is delivered to its people, with the SLV', async ({
  made,
  ctxOf,
  subscribe,
  created,
  committed,
}) => {
  const underwriter = await made.underwriter('myOwn', 'manageIntegrations')
  const seller = await made.seller(undefined, 'manageIntegrations')
  const stranger = await made.seller(undefined, 'manageIntegrations')
  const slv = await made.slv({
    sellerId: seller.id,
    companyId: seller.companyId,
    underwriterId: underwriter.id,
  })
  await answerVariances({ db: committed }, slv.id)
  const [staffCtx, sellerCtx] = [await ctxOf(underwriter), await ctxOf(seller)]
  const decided = await makeFinalDecision(staffCtx, slv.id, {
    decision: 'APPROVED',
    conditions: [
      {
        text: 'Final title policy',
        timing: 'PRIOR_TO_PURCHASE',
        dueOn: null,
        libraryId: null,
      },
    ],
  })
  const conditionId = decided.conditions?.[0]?.id ?? ''
  const events = ['slv.condition_changed' as const]
  const hooks = [
    { ctx: staffCtx, ...(await subscribe(staffCtx, { events })) },
    { ctx: sellerCtx, ...(await subscribe(sellerCtx, { events })) },
  ]
  const others = [
    await subscribe(await ctxOf(stranger), { events }),
    await subscribe(sellerCtx, { events: ['slv.status_changed'] }),
  ]
  const place = { id: slv.id, conditionId }
  for (const [index, { change, condition }] of [
    {
      change: () => answerCondition(sellerCtx, place, { message: 'Sent' }),
      condition: { status: 'OPEN', message: 'Sent', answeredBy: seller.name },
    },
    {
      change: () => updateCondition(staffCtx, place, { status: 'MET' }),
      condition: { status: 'MET', message: 'Sent', by: underwriter.name },
    },
  ].entries()) {
    await change()
    for (const { ctx, id } of hooks) {
      const payloads = await created(id)
      expect(payloads).toHaveLength(index + 1)
      const last = payloads.at(-1)
      expect(last).toMatchObject({
        type: 'slv.condition_changed',
        timestamp: ctx.now.toISOString(),
        data: { id: slv.id, conditions: [{ id: conditionId, ...condition }] },
      })
      const shown = await viewSlv(ctx, slv.id)
      expect(last?.data).toEqual(JSON.parse(JSON.stringify(shown)))
    }
  }
  for (const { id } of others) expect(await created(id)).toEqual([])
})

test('nothing is created for owners who lost a permission, paused webhooks, or events without a subscription', async ({
  made,
  ctxOf,
  subscribe,
  created,
  takePermission,
  committed,
}) => {
  const owned = async (change = {}) => {
    const owner = await made.underwriter(
      'viewSlvDepartment',
      'manageIntegrations',
    )
    return { owner, id: (await subscribe(await ctxOf(owner), change)).id }
  }
  const [inactive, noManager, blind, paused] = [
    await owned(),
    await owned(),
    await owned(),
    await owned(),
  ]
  const decided = await owned({ events: ['slv.decided'] })
  const service = await made.underwriter('viewSlvDepartment')
  await setRows(
    committed,
    'appUser',
    { id: service.id },
    { isService: true, email: 'a@service.invalid' },
  )
  const owner = await made.user({
    role: 'UNDERWRITER',
    companyId: service.companyId,
    holds: ['viewSlvDepartment', 'manageIntegrations'],
  })
  const ofService = await subscribe(await ctxOf(owner), { ownerId: service.id })
  await made.deactivate(inactive.owner)
  await takePermission(noManager.owner, 'manageIntegrations')
  await takePermission(blind.owner, 'viewSlvDepartment')
  await setRows(committed, 'webhook', { id: paused.id }, { status: 'PAUSED' })

  const underwriter = await made.underwriter('myOwn')
  const slv = await made.slv({ underwriterId: underwriter.id })
  await setSlrPending(await ctxOf(underwriter), slv.id, {
    statusComment: 'Look',
  } as never)
  for (const { id } of [inactive, noManager, blind, paused, decided])
    expect(await created(id)).toEqual([])
  expect(await created(ofService.id)).toHaveLength(1)
  await setRows(
    committed,
    'appUser',
    { id: service.id },
    { status: 'INACTIVE' },
  )
  await setRows(committed, 'webhook', { id: paused.id }, { status: 'ACTIVE' })
  const other = await made.slv({ underwriterId: underwriter.id })
  await setSlrPending(await ctxOf(underwriter), other.id, {
    statusComment: 'Look',
  } as never)
  expect(await created(ofService.id)).toHaveLength(1)
  expect(await created(paused.id)).toHaveLength(1)
})

test('Tdoc events go to the buyer, each entry once, even with two runs at the same time', async ({
  made,
  madeTdoc,
  ctxOf,
  subscribe,
  created,
  committed,
  now,
}) => {
  const underwriter = await made.underwriter('manageIntegrations')
  const ctx = await ctxOf(underwriter)
  const reviewer = await made.user({ role: 'TPR' })
  const hook = await subscribe(ctx)
  const tdoc = await madeTdoc({
    vendorId: reviewer.companyId,
    assignedUnderwriterId: underwriter.id,
  })
  const hidden = await madeTdoc({ loanKind: 'PURCHASED' })
  for (const { id } of [tdoc, hidden])
    await writeTdocHistory(ctx, { tdocId: id, action: 'create' })
  await tdocActions['ask-review'](ctx, tdoc.id, underwriter.id)
  await tdocActions['set-response'](await ctxOf(reviewer), tdoc.id, reviewer.id)
  await Promise.all([
    createDeliveries({ db: committed, now }),
    createDeliveries({ db: committed, now }),
  ])
  const payloads = await created(hook.id)
  expect(payloads.map(({ type, data }) => [type, data.id])).toEqual([
    ['tdoc.created', tdoc.id],
    ['tdoc.status_changed', tdoc.id],
    ['tdoc.response_added', tdoc.id],
  ])
})

test('an entry that can’t be read waits, and the others are delivered', async ({
  made,
  ctxOf,
  subscribe,
  created,
  committed,
  now,
}) => {
  const underwriter = await made.underwriter('myOwn', 'manageIntegrations')
  const ctx = await ctxOf(underwriter)
  const hook = await subscribe(ctx)
  const [broken, sound] = [
    await made.slv({ underwriterId: underwriter.id }),
    await made.slv({ underwriterId: underwriter.id }),
  ]
  for (const { id } of [broken, sound])
    await setSlrPending(ctx, id, { statusComment: 'Look' } as never)
  await setRows(
    committed,
    'slv',
    { id: broken.id },
    { priceAdjustment: Number.NaN },
  )
  await expect(createDeliveries({ db: committed, now })).rejects.toThrow()
  expect(
    (await payloadsOf(committed, hook.id)).map(({ data }) => data.id),
  ).toEqual([sound.id])
  expect(await findRows(committed, 'webhookOutbox')).toHaveLength(1)
  await setRows(committed, 'slv', { id: broken.id }, { priceAdjustment: null })
  expect(
    (await created(hook.id)).map(({ data }) => data.id).toSorted(),
  ).toEqual([broken.id, sound.id].toSorted())
})

test('a change queues the job after it commits, and writes nothing for a company without webhooks', async ({
  made,
  ctxOf,
  subscribe,
  committed,
  queued,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const slv = await made.slv({ underwriterId: underwriter.id })
  const seller = await made.seller(undefined, 'manageIntegrations')
  await subscribe(await ctxOf(seller))
  await setSlrPending(await ctxOf(underwriter), slv.id, {
    statusComment: 'Look',
  } as never)
  expect(await findRows(committed, 'webhookOutbox')).toEqual([])

  const own = await made.slv({
    underwriterId: underwriter.id,
    sellerId: seller.id,
    companyId: seller.companyId,
  })
  await setSlrPending(await ctxOf(underwriter), own.id, {
    statusComment: 'Look',
  } as never)
  expect(await findRows(committed, 'webhookOutbox')).toHaveLength(1)
  await expect.poll(() => queued('create-deliveries')).toEqual([{}])
})

test('a webhook needs a public https address, and events and an owner within the creator’s rights', async ({
  made,
  ctxOf,
}) => {
  const seller = await made.seller(undefined, 'manageIntegrations')
  const ctx = await ctxOf(seller)
  const form = {
    name: 'Feed',
    url: 'https://receiver.example/hook',
    events: ['slv.decided' as const],
  }
  const create = (change: object) =>
    createWebhook(
      ctx,
      { ...form, ...change },
      { ...deps, allowsPrivate: false },
    )
  for (const url of [
    'http://receiver.example/',
    'https://receiver.example:8443/',
    'https://me:secret@receiver.example/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://10.0.0.5/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:192.168.0.1]/',
    'https://[fe80::1]/',
    'ftp://a/',
  ])
    await expect(create({ url }), url).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'url' }],
    })
  await expect(create({ events: ['tdoc.created'] })).rejects.toMatchObject({
    details: [{ field: 'events' }],
  })
  const stranger = await made.seller()
  await expect(create({ ownerId: stranger.id })).rejects.toMatchObject({
    statusCode: 404,
  })
  expect((await create({})).secret).toMatch(/^whsec_[\w+/]{43}=$/)
})
