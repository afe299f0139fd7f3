import type { Loan } from '@portal/contract/loan/model'
import type { Random } from '../lib/random.ts'

/**
 * State, weight in percent: real cities with the first three digits of their
 * zip codes.
 */
const table = `
CA 33: Los Angeles 900, San Diego 921, San Jose 951, Irvine 926, Sacramento 958, Fresno 937, Oakland 946
FL 15: Miami 331, Tampa 336, Orlando 328, Jacksonville 322, Fort Lauderdale 333
TX 8: Houston 770, Dallas 752, Austin 787, San Antonio 782, Fort Worth 761
NY 5: New York 100, Brooklyn 112, Yonkers 107, Buffalo 142
NJ 4: Newark 071, Jersey City 073, Edison 088
GA 4: Atlanta 303, Savannah 314, Marietta 300
AZ 3.5: Phoenix 850, Scottsdale 852, Tucson 857
WA 3: Seattle 981, Tacoma 984, Spokane 992
NV 3: Las Vegas 891, Reno 895, Henderson 890
NC 3: Charlotte 282, Raleigh 276, Durham 277
CO 2.5: Denver 802, Aurora 800, Colorado Springs 809
IL 2: Chicago 606, Naperville 605, Evanston 602
UT 2: Salt Lake City 841, Provo 846, Ogden 844
MA 1.5: Boston 021, Worcester 016
PA 1.5: Philadelphia 191, Pittsburgh 152
VA 1.5: Richmond 232, Arlington 222
MD 1.5: Baltimore 212, Bethesda 208
OR 1: Portland 972, Eugene 974
TN 1: Nashville 372, Memphis 381
SC 1: Charleston 294, Greenville 296
MI 1: Detroit 482, Ann Arbor 481
OH 0.5: Columbus 432, Cleveland 441
MN 0.5: Minneapolis 554, Saint Paul 551
HI 0.5: Honolulu 968
DC 0.5: Washington 200`

type City = { city: string; zipPrefix: string }

const cityOf = (text: string): City => ({
  city: text.slice(0, -4),
  zipPrefix: text.slice(-3),
})

const byWeight = table
  .trim()
  .split('\n')
  .map((line) => {
    const [head = '', cities = ''] = line.split(': ')
    const [state = '', weight] = head.split(' ')
    return [
      { state, cities: cities.split(', ').map(cityOf) },
      Number(weight),
    ] as const
  })

const streets =
  `Alder,Bayberry,Cedar Hollow,Copper Kettle,Dogwood,Elm,Fox Run,Garnet,Harbor View,Heron,Juniper,Kingfisher,Lantern Hill,Laurel,
Magnolia,Maple,Meadowlark,Mill Pond,Oak Ridge,Orchard,Palmetto,Pinecrest,Prairie,Quail,Redwood,Sage,Sunset,Sycamore,Thornberry,
Walnut,Willow Bend,Yarrow`
    .replaceAll('\n', '')
    .split(',')
const kinds = ['St', 'Ave', 'Dr', 'Ln', 'Ct', 'Blvd', 'Way', 'Pl']

/**
 * An address in a state drawn by field.md's shares; condominiums have a unit
 * number.
 */
export const drawAddress = (
  random: Random,
  propertyType: Loan['propertyType'],
): Loan['address'] => {
  const { state, cities } = random.weighted(byWeight)
  const { city, zipPrefix } = random.pick(cities)
  const street = `${random.whole(1, 299) * random.pick([1, 3, 11, 41])} ${random.pick(streets)} ${random.pick(kinds)}`
  const isCondo = propertyType === 'CN' || propertyType === 'CW'
  const line = isCondo
    ? `${street}, Unit ${random.whole(1, 40)}${random.pick(['', 'A', 'B', 'C'])}`
    : street
  return {
    line,
    city,
    state,
    zip: `${zipPrefix}${String(random.whole(1, 89)).padStart(2, '0')}`,
  }
}
