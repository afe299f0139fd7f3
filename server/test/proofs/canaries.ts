import type { Actor } from '@portal/contract/user/model'

/** Whether someone may see a text. */
export type Audience = (actor: Actor) => boolean

/** Unique texts, each with a rule for who may see it. */
export type Canaries = {
  plant: (what: string, audience: Audience) => string
  audienceOf: Map<string, Audience>
  pattern: RegExp
}

export function createCanaries(): Canaries {
  const audienceOf = new Map<string, Audience>()
  return {
    audienceOf,
    pattern: /canary-\d{4}-[a-z]+/gi,
    plant: (what, audience) => {
      const text = `CANARY-${1000 + audienceOf.size}-${what}`
      audienceOf.set(text.toLowerCase(), audience)
      return text
    },
  }
}

/**
 * Searches what people receive: `seen` has the texts that someone saw and may
 * see, `leaks` describes those that someone should not have seen.
 */
export function watchCanaries(canaries: Canaries) {
  const leaks = new Set<string>()
  const seen = new Set<string>()

  const search = (reader: Reader, where: string, content: string) => {
    const report = (text: string) =>
      leaks.add(`${reader.name} at ${where}: ${text}`)
    for (const [match] of content.matchAll(canaries.pattern)) {
      const text = match.toLowerCase()
      const audience = canaries.audienceOf.get(text)
      if (audience?.(reader.actor)) seen.add(text)
      else report(match)
    }
    for (const text of canaries.audienceOf.keys())
      if (isFileKey(text) && content.includes(text)) report(text)
  }
  return { leaks, seen, search }
}

/** A person of the tests, with the name of their part in it. */
export type Reader = { name: string; actor: Actor }

/** Keys of stored files are planted too. They have their own pattern. */
const isFileKey = (text: string) => !text.startsWith('canary')
