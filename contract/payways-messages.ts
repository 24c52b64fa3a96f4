import { text } from './kit/language.ts'

/** What the calls and tasks about payment channels answer. */
export const paywayMessages = {
  'payways.channelMissing': text('请选择支付渠道', 'Please choose a payment channel'),
  'payways.statusMissing': text('请选择开启或关闭', 'Please choose open or close'),
  'payways.noPlatform': text(
    '所选范围内没有可操作的平台',
    'None of the chosen platforms can be told: they are not running or not linked',
  ),
  'payways.noChannel': text(
    '所选平台没有这些渠道',
    'None of the chosen platforms has these payment channels',
  ),
  'payways.unknownChannel': text('未知的支付渠道：{code}', 'Unknown payment channel: {code}'),
  'payways.unknownPlatform': text('平台 {id} 不存在', 'There is no platform {id}'),
  'payways.noOrder': text(
    '所选渠道还没有设置优先级，请先保存优先级',
    'None of these channels has a priority yet, save the priorities first',
  ),
  'payways.refused': text('{platform} 拒绝执行：{reason}', '{platform} refused: {reason}'),
  'payways.titleOn': text('开启支付渠道 {channels}', 'Open payment channels {channels}'),
  'payways.titleOff': text('关闭支付渠道 {channels}', 'Close payment channels {channels}'),
  'payways.progress': text(
    '{title}：{done}/{all} 个平台已答复',
    '{title}: {done} of {all} platforms answered',
  ),
  'payways.taskHead': text(
    '{title}：{done} 个平台已执行，{left} 个未执行',
    '{title}: carried out by {done} platforms, not by {left}',
  ),
  'payways.taskDone': text('{platform}：已执行', '{platform}: carried out'),
  'payways.taskRefused': text('{platform}：拒绝执行（{reason}）', '{platform}: refused ({reason})'),
  'payways.taskWaiting': text(
    '{platform}：没有响应，指令已保留，平台恢复后自动执行',
    '{platform}: no answer; the command is kept and carried out when the platform is back',
  ),
  'payways.taskDead': text(
    '{platform}：投递失败，请到“对接异常”重发',
    '{platform}: given up on, send it again from the dead letters',
  ),
  'payways.taskNoChannel': text(
    '{platform}：没有这些渠道，已跳过',
    '{platform}: has none of these channels, skipped',
  ),
  'payways.taskNotLinked': text('{platform}：尚未对接，已跳过', '{platform}: not linked, skipped'),
  'payways.taskMore': text('……另有 {n} 个平台', '... and {n} more platforms'),
  'payways.syncHead': text(
    '{title}：{done} 个平台已同步，{left} 个未同步',
    '{title}: {done} platforms synced, {left} not',
  ),
  'payways.syncDone': text(
    '{platform}：{channels} 个渠道，{open} 个开启',
    '{platform}: {channels} channels, {open} open',
  ),
  'payways.syncNoAnswer': text('{platform}：没有响应（{reason}）', '{platform}: no answer ({reason})'),
  'payways.syncNotKnown': text(
    '{platform}：平台不支持查询支付渠道',
    '{platform}: the platform cannot tell its payment channels',
  ),
  'payways.syncGarbled': text(
    '{platform}：回答无法识别（{reason}）',
    '{platform}: the answer makes no sense ({reason})',
  ),
} as const
