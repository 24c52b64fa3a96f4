import { features } from '../../contract/index.ts'
import { text } from '../../contract/kit/language.ts'
import { ruleSeeds } from '../../contract/rules.ts'

const titleOf = (name: string) => {
  const rule = ruleSeeds.find((seed) => seed.tag === 'page' && seed.name === name)
  if (!rule) throw new Error(`no page ${name}`)
  return rule.title
}

/** How the menu calls the pages. */
export const pageTitle = {
  home: text('首页', 'Home'),
  settleOrders: titleOf(features.settlement.orders.path),
  live: titleOf(features.platforms.liveList.path),
  channels: titleOf(features.accounts.channels.path),
  subChannels: titleOf(features.accounts.subChannels.path),
  letters: titleOf(features.link.deadLetters.path),
}
