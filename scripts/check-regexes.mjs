// Refuses regular expressions that can take more than linear time: one hostile
// text could freeze the process. Tests and scripts are exempt, since they match
// only our own texts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { root } from './prepare.mjs'

/** A repetition that may go on for longer than this counts as endless. */
const maxRepeats = 30

/** An expression of all emoji has thousands of alternatives. */
const maxNodes = 100_000

const isLeftOut = (file) =>
  /(^|\/)(node_modules|dist|test|\.data[^/]*)(\/|$)|\.test\.tsx?$/.test(file)
const files = globSync(
  '{contract,server,web,sandbox,bench}/**/*.{ts,tsx,mjs,js}',
  {
    cwd: root,
    exclude: isLeftOut,
  },
)

/**
 * Every regular expression literal and `new RegExp` of a file. What is filled
 * into a template counts as the letter x.
 */
function regexesOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  const regexes = []
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return
    const [pattern, flags] =
      node.callee?.name === 'RegExp' ? node.arguments : []
    const source =
      node.regex?.pattern ??
      pattern?.value ??
      pattern?.quasis?.map(({ value }) => value.cooked).join('x')
    if (typeof source === 'string') {
      const line = text.slice(0, node.start).split('\n').length
      regexes.push({
        at: `${file}:${line}`,
        source,
        flags: node.regex?.flags ?? flags?.value ?? '',
      })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(file, text).program)
  return regexes
}

const concatenation = (elements) => ({ type: 'Concatenation', elements })
const repeated = ({ alternatives }, min) => ({
  type: 'Quantifier',
  alternatives,
  min,
  max: Infinity,
  lazy: false,
})
const isLoop = ({ type, max }) => type === 'Quantifier' && max > maxRepeats

/** True when the element always matches, if only the empty text. */
const isOptional = ({ type, min, alternatives }) =>
  (type === 'Quantifier' && min === 0) ||
  (type !== 'Assertion' &&
    alternatives?.some(({ elements }) => elements.every(isOptional)) === true)

/**
 * Every loop of an expression after which the match can still fail, with all
 * that is matched before it.
 */
function* loopsIn(alternatives, before, after) {
  for (const { elements } of alternatives) {
    for (const [index, element] of elements.entries()) {
      const earlier = [...before, ...elements.slice(0, index)]
      const later = [...elements.slice(index + 1), ...after]
      if (isLoop(element) && !later.every(isOptional))
        yield { loop: element, earlier }
      if (element.alternatives)
        yield* loopsIn(
          element.alternatives,
          earlier,
          element.type === 'Assertion' ? [element] : later,
        )
    }
  }
}

/**
 * The text that an element takes up. A look at the one character before (^, \b)
 * counts as that character.
 */
function textOf(element) {
  if (element.type === 'CharacterClass') return [element]
  if (element.type === 'Assertion') return textBefore(element)
  const alternatives = element.alternatives.map(({ elements }) =>
    concatenation(elements.flatMap(textOf)),
  )
  return [{ ...element, alternatives }]
}

function textBefore({ kind, negate, alternatives }) {
  if (kind !== 'behind') return []
  const elements = alternatives.flatMap((one) => one.elements)
  const [first] = elements
  if (elements.length !== 1 || first.type !== 'CharacterClass') return []
  return [negate ? { ...first, characters: first.characters.negate() } : first]
}

/**
 * Slow: two loops match the same text, and that text also leads from the first
 * to the second, so that its repetitions can be shared out in many ways.
 * Looking for a match anywhere in a text is such a loop, too. scslre knows more
 * about lookarounds and loops in loops, but only tries texts of one repeated
 * character.
 */
function isSlow({ source, flags }) {
  if (analyse({ source, flags }).reports.length > 0) return true
  const parse = (text) =>
    JS.Parser.fromLiteral({ source: text, flags }).parse({
      backreferences: 'disable',
      maxNodes,
    })
  const { expression, maxCharacter } = parse(source)
  const automaton = (...elements) =>
    NFA.fromRegex(concatenation(elements.flatMap(textOf)), { maxCharacter })
  const shareText = (first, between, second) => {
    const inBoth = NFA.fromIntersection(
      automaton(repeated(first, 1)),
      automaton(repeated(second, 1)),
    )
    const leadsOn = automaton(...between, repeated(second, 0))
    return !isDisjointWith(inBoth, leadsOn)
  }
  const anywhere = flags.includes('y')
    ? []
    : parse('[^]*').expression.alternatives[0].elements
  const loops = loopsIn(expression.alternatives, anywhere, [])
  for (const { loop, earlier } of loops)
    for (const [index, first] of earlier.entries())
      if (isLoop(first) && shareText(first, earlier.slice(index + 1), loop))
        return true
  return false
}

const slow = files.flatMap(regexesOf).filter(isSlow)
for (const { at, source, flags } of slow)
  console.log(`${at}: takes more than linear time: /${source}/${flags}`)
console.log(
  slow.length === 0
    ? 'All regular expressions take linear time'
    : `${slow.length} slow regular expressions`,
)
process.exitCode = slow.length === 0 ? 0 : 1
