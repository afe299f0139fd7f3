import type { Page } from '@playwright/test'

/**
 * Headings and numbers of a list that are wider than their cell, each with the
 * pixels that it lacks. Numbers of the columns in `longest` are replaced by the
 * longest value that the column can show.
 */
export const findCutNumbers = (page: Page, longest: Record<string, string>) =>
  page.evaluate((values) => {
    const isNumber = /^[−-]?\$?[\d,./:]+( ?%| days?| ?[AP]M)?$/i
    const cut = new Set<string>()
    const check = (name: string, cell: Element, text: Node) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { paddingLeft, paddingRight } = getComputedStyle(cell)
      const room =
        cell.getBoundingClientRect().width -
        Number.parseFloat(paddingLeft) -
        Number.parseFloat(paddingRight)
      const lack = range.getBoundingClientRect().width - room
      if (lack > 0.05) cut.add(`${name} lacks ${lack.toFixed(2)} px`)
    }

    const headings = [...document.querySelectorAll('thead th')]
    for (const heading of headings) {
      const word = heading.querySelector('span span, button span')
      if (word) check(word.textContent, word, word)
    }
    for (const row of document.querySelectorAll('tbody tr'))
      for (const [index, cell] of [...row.children].entries()) {
        const text = document
          .createTreeWalker(cell, NodeFilter.SHOW_TEXT)
          .nextNode()
        if (!text || !isNumber.test(text.nodeValue ?? '')) continue
        const heading = headings[index]?.textContent ?? ''
        text.nodeValue = values[heading] ?? text.nodeValue
        check(`${heading}: ${text.nodeValue}`, cell, text)
      }
    return [...cut]
  }, longest)

/**
 * Texts whose descenders (g, p, y) are below the edge of a box that hides them.
 */
export const findClippedTexts = (page: Page) =>
  page.evaluate(() => {
    const brush = document.createElement('canvas').getContext('2d')
    if (!brush) throw new Error('This browser has no canvas')
    /** Where the descenders of the last line end that begins above an edge. */
    const findLowest = (text: Node, font: string, edge: number) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      // A line that doesn't fit is hidden as a whole, and an ellipsis shows it.
      const bottoms = [...range.getClientRects()]
        .filter(({ top, height }) => top + height / 2 < edge)
        .map(({ bottom }) => bottom)
      brush.font = font
      const { fontBoundingBoxDescent, actualBoundingBoxDescent } =
        brush.measureText('gjpqy')
      return (
        Math.max(...bottoms) - fontBoundingBoxDescent + actualBoundingBoxDescent
      )
    }

    const clipped = new Set<string>()
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    )
    while (walker.nextNode()) {
      const node = walker.currentNode
      const element = node.parentElement
      const text = node.nodeValue?.trim() ?? ''
      if (!element || !/[gjpqy]/.test(text)) continue
      const { bottom, height } = element.getBoundingClientRect()
      const { overflowY, borderBottomWidth, font } = getComputedStyle(element)
      if (overflowY === 'visible' || height < 8) continue
      const edge = bottom - Number.parseFloat(borderBottomWidth)
      const lack = findLowest(node, font, bottom) - edge
      if (lack > 0.05)
        clipped.add(`“${text.slice(0, 30)}” lacks ${lack.toFixed(2)} px`)
    }
    return [...clipped]
  })
