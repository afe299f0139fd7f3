import type { Endpoint } from '@portal/contract/lib/endpoint'
import { describeBody } from './describe-body.ts'
import { describeParameters } from './describe-parameters.ts'
import { listRefusals, referToRefusals } from './describe-refusals.ts'
import {
  describeResponses,
  type SharedResponses,
} from './describe-responses.ts'
import { listSecurity } from './describe-security.ts'
import { nameOperation } from './name-operation.ts'
import type { Schemas } from './schemas.ts'

/** One call of the API, as an operation of OpenAPI. */
export function describeCall(
  endpoint: Endpoint,
  schemas: Schemas,
  shared: SharedResponses,
) {
  const body = describeBody(endpoint, schemas)
  return {
    operationId: nameOperation(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: listSecurity(endpoint),
    parameters: describeParameters(endpoint, schemas),
    ...(body && { requestBody: body }),
    responses: {
      ...describeResponses(endpoint, schemas, shared),
      ...referToRefusals(listRefusals(endpoint)),
    },
  }
}
