import { personas } from '@portal/contract/test/personas'
import { testRelations } from './relations.ts'

testRelations(personas.filter(({ name }) => name.startsWith('underwriter')))
