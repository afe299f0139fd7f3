import { personas } from '@portal/contract/test/personas'
import { testRelations } from './relations.ts'

testRelations(
  personas.filter(({ name }) => /^(manager|trade desk|admin)/.test(name)),
)
