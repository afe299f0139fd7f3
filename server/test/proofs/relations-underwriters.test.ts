import { personas } from '@portal/contract/test/personas'
import { provesRelations } from './relations.ts'

provesRelations(personas.filter(({ name }) => name.startsWith('underwriter')))
