import { personas } from '@portal/contract/test/personas'
import { testRelations } from './relations.ts'

testRelations(
  personas.filter(({ role }) => role !== 'SELLER' && role !== 'UNDERWRITER'),
)
