import { expect, test } from 'vitest'
import { everyEndpoint } from '../../../test/proofs/every-endpoint.ts'
import { describeApi } from './describe-api.ts'
import { type JsonSchema, nameSchemas } from './schemas.ts'

/** Names that say what the property is, whatever it belongs to. */
const obvious = [
  ['id', 'name', 'type', 'status', 'label', 'code', 'text', 'message'],
  ['items', 'total', 'page', 'size', 'comment', 'webhook', 'loans'],
  ['authorId', 'authorName', 'uploadedById', 'uploadedByName'],
  ['createdAt', 'updatedAt', 'uploadedAt', 'scannedAt'],
  ['role', 'companyName', 'sellerName', 'underwriterName'],
  ['city', 'state', 'zip', 'subjectPropertyAddress', 'borrowerLastName'],
  ['noteDate', 'originalLockDate', 'lockExpirationDate', 'appraisalDate'],
  ['loanNumber', 'buyerLoanNumber', 'loanAmount', 'ltv', 'creditScore'],
  ['decision', 'slvRequestId', 'parameter', 'family', 'products'],
  ['occupancies', 'purposes', 'propertyTypes', 'states'],
].flat()

/** The properties of all objects in a part, with the path of each. */
function* listProperties(
  part: unknown,
  place: string,
): Generator<[string, string, JsonSchema]> {
  if (typeof part !== 'object' || part === null) return
  if ('properties' in part)
    for (const [name, property] of Object.entries(part.properties as object))
      yield [place, name, property]
  for (const [name, value] of Object.entries(part))
    yield* listProperties(value, `${place}/${name}`)
}

test('each property of what is published has a sentence or an obvious name', async () => {
  await nameSchemas()
  const all = await everyEndpoint()
  const { paths, webhooks, components } = describeApi({
    endpoints: all.filter(({ isPublished }) => isPublished),
    all,
    cookies: { session: 'session', challenge: 'sign-in' },
    text: 'What is published',
  })
  const properties = [
    ...listProperties({ paths, webhooks, ...components.schemas }, ''),
  ]
  const silent = properties.filter(
    ([, name, { description }]) => !description && !obvious.includes(name),
  )
  expect(silent.map(([place, name]) => `${place} ${name}`)).toEqual([])
  const described = properties.filter(([, , { description }]) => description)
  expect(described.length).toBeGreaterThan(500)
  const names = properties.map(([, name]) => name)
  expect(obvious.filter((name) => !names.includes(name))).toEqual([])
})
