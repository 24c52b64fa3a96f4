import { text } from './kit/language.ts'

/** What the calls of settlement may answer. */
export const settlementMessages = {
  'settlement.amountWhole': text(
    '结算利润必须为大于0的整数',
    'The settle profit must be an integer greater than 0',
  ),
  'settlement.amountMin': text('结算金额不能小于{min}', 'The settle amount cannot be less than {min}'),
  'settlement.amountShape': text(
    '结算金额最多两位小数',
    'The settle amount is a number with at most two decimals',
  ),
  'settlement.aboveWithdrawable': text(
    '结算利润不能超过可提现利润 {limit}',
    'The settle profit cannot exceed the withdrawable profit of {limit}',
  ),
  'settlement.aboveUnsettled': text(
    '结算金额不能超过未结算总额 {limit}',
    'The settle amount cannot exceed the unsettled total of {limit}',
  ),
  'settlement.codeRequired': text('请输入谷歌验证码', 'Please enter the authenticator code'),
  'settlement.codeWrong': text('结算验证码错误或已使用', 'The settlement code is wrong or was used already'),
  'settlement.noKey': text(
    '尚未绑定结算谷歌验证，请先在“结算地址”中绑定',
    'No settlement key is bound yet: bind one under "settlement address" first',
  ),
  'settlement.noAddress': text('请先设置结算地址', 'Set a settlement address first'),
  'settlement.addressRequired': text('结算地址不能为空', 'The settlement address cannot be empty'),
  'settlement.addressShape': text(
    '结算地址须为20至128个字符且不含空格',
    'A settlement address has 20 to 128 characters and no blanks',
  ),
  'settlement.addressNetwork': text(
    '结算地址不是有效的 {networks} 地址，请核对每一位字符',
    'This is no valid {networks} address: compare it character by character',
  ),
  'settlement.keyExpired': text(
    '二维码已过期，请重新打开并扫描新的二维码',
    'The QR code is out of date: open the dialog again and scan the new one',
  ),
  'settlement.onHold': text(
    '结算地址或验证器刚刚变更，{until} 之后才能申请结算',
    'The settlement address or key was changed: requests are possible again after {until}',
  ),
  'settlement.pendingOrder': text(
    '您有一笔待处理的结算单，处理完成后才能再次申请',
    'You have a pending settle order: wait until it is handled',
  ),
  'settlement.oncePerDay': text('每天只能申请一次结算', 'Only one settle request a day is possible'),
  'settlement.moved': text(
    '数据已变化，请重新核对预览：{difference}',
    'Something moved since the preview, please look at it again: {difference}',
  ),
  'settlement.movedLine': text('{platform} {before} → {after}', '{platform} {before} → {after}'),
  'settlement.movedAddress': text('结算地址已变更', 'the settlement address changed'),
  'settlement.movedRate': text('汇率 {before} → {after}', 'rate {before} → {after}'),
  'settlement.movedDay': text('业务日 {before} → {after}', 'business day {before} → {after}'),
  'settlement.movedUnknown': text('预览已失效', 'the preview is no longer known'),
  'settlement.accountMissing': text('请填写：渠道账号名！', 'Please fill in: channel account name!'),
  'settlement.accountUnknown': text('渠道账号不存在', 'There is no such channel account'),
  'settlement.noneChosen': text('请选择要操作的数据行', 'Please select the data row you want to operate on'),
  'settlement.platformUnknown': text('平台 {id} 不存在', 'There is no platform {id}'),
  'settlement.notPending': text('该结算单不是待处理状态', 'This settle order is not pending'),
  'settlement.statusRequired': text('请选择处理状态', 'Please select a status'),
  'settlement.remarkRequired': text('请输入处理备注', 'Please enter a remark'),
  'settlement.rateRequired': text('请输入大于0的汇率', 'Please enter a rate greater than 0'),
  'settlement.settleUDiffers': text(
    '结算U数应为 {expected}，与提交的 {given} 不符',
    'The U should be {expected}, not {given}',
  ),
  'settlement.rateFar': text(
    '汇率 {rate} 与近期汇率 {recent} 偏差超过 {band}%，需由另一人确认',
    'The rate {rate} is more than {band}% away from the recent {recent}: a second person has to confirm it',
  ),
  'settlement.rateOwn': text(
    '该汇率由您提出，须由另一人以同样的汇率确认',
    'You proposed this rate: another person has to confirm it with the same rate',
  ),
  'settlement.rateProposed': text(
    '已记录汇率 {rate}，等待另一人确认',
    'The rate {rate} is noted and waits for a second person',
  ),
  'settlement.paidLine': text('{platform}：已结算 {amount}', '{platform}: {amount} settled'),
  'settlement.releasedLine': text('{platform}：已释放 {amount}', '{platform}: {amount} released'),
  'settlement.addressShared': text('该地址也被 {username} 使用', 'Also the address of {username}'),
  'settlement.addressAlike': text(
    '与 {username} 的地址首尾相同，请核对',
    'Begins and ends like the address of {username}',
  ),
  'settlement.addressChanged': text('下单后渠道已更换地址', 'The channel changed its address since'),
} as const
