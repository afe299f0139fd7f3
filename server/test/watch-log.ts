import { afterEach } from 'vitest'
import { leakedLines } from './canary.ts'
import { differingAnswers } from './check-answers.ts'

/**
 * Runs before each test file, because a module that is loaded runs only once
 * for all files of a worker.
 */
afterEach(() => {
  const [line] = leakedLines()
  if (line !== undefined)
    throw new Error(`The log has a text that must not be logged: ${line}`)
  const [answer] = differingAnswers()
  if (answer !== undefined)
    throw new Error(`A response differs from the API description: ${answer}`)
})
