import { text } from './kit/language.ts'

/** What the calls of accounts may answer. */
export const accountMessages = {
  'accounts.incomplete': text('请完善用户信息', 'Please improve user information'),
  'accounts.confirmDiffers': text('两次输入的密码不一致', 'The two passwords are not the same'),
  'accounts.confirmRequired': text('请输入确认密码', 'Please enter confirmation password'),
  'accounts.usernameShape': text(
    '用户名为3至32位字母、数字、下划线、短横线或点',
    'A username has 3 to 32 letters, digits, underscores, dashes or dots',
  ),
  'accounts.usernameTaken': text('用户名已被使用', 'This username is taken'),
  'accounts.playerIdShape': text('玩家ID为最多19位数字', 'A player ID has at most 19 digits'),
  'accounts.playerIdRequired': text('请填写玩家ID', 'Please enter the player ID'),
  'accounts.playerIdTaken': text(
    '该玩家ID已被同类账号使用',
    'An account of this kind has this player ID already',
  ),
  'accounts.wrongRole': text('该角色不能分配给此类账号', 'This role is not for accounts of this kind'),
  'accounts.parentUnknown': text(
    '无法从游戏平台确定上级，请选择上级账号',
    'The platforms know no superior of this player, please choose the parent account',
  ),
  'accounts.parentNotPermitted': text(
    '该上级账号不允许有此类下级',
    'This parent may not have such an account below it',
  ),
  'accounts.parentIsCreator': text('上级只能是您自己', 'The parent can only be yourself'),
  'accounts.hasFigures': text(
    '该账号或其下级已有报表数据，不能更换上级',
    'This account or one below it has figures already, so its parent stays',
  ),
  'accounts.self': text('不能停用或删除自己的账号', 'You cannot disable or delete your own account'),
  'accounts.lastFullRights': text(
    '这是最后一个拥有全部权限的账号',
    'This is the last account with all permissions',
  ),
  'accounts.stronger': text(
    '该账号拥有您没有的权限，不能由您修改',
    'This account holds permissions you do not hold, so you cannot change it',
  ),
  'accounts.deleted': text('该账号已删除，请先恢复', 'This account is deleted, recover it first'),
  'accounts.pledgeTypeMissing': text('请选择类型', 'Please select a type'),
  'accounts.pledgeAmount': text('质押数量必须为大于0的整数', 'The amount must be an integer greater than 0'),
  'accounts.pledgeTooMuch': text(
    '释放数量不能大于当前质押 {balance} U',
    'You cannot release more than the present pledge of {balance} U',
  ),
  'accounts.pledgeFull': text('质押总额超出上限', 'The pledge would exceed what can be held'),
  'accounts.pledgeLeft': text(
    '该渠道仍有质押 {balance} U，不能删除',
    'This channel still has a pledge of {balance} U',
  ),
  'accounts.settlePending': text(
    '该渠道有待处理的结算单，不能删除',
    'This channel has a pending settle order',
  ),
  'accounts.noneChosen': text('请选择要操作的数据行', 'Please select the data row you want to operate on'),
  'accounts.shareAboveParent': text(
    '已保存。注意：分红点位高于上级 {parent} 的 {share}%',
    'Saved. Note: the dividend points exceed those of its parent {parent}, {share}%',
  ),
  'accounts.unknownApi': text('未知的游戏API：{id}', 'Unknown game API: {id}'),
  'accounts.level': text('{level}级', 'Level {level}'),
  'accounts.allLevels': text('全部', 'All'),
  'accounts.syncRemark': text('同步账号备注', 'Sync account remarks'),
  'accounts.syncApiPoint': text('同步游戏API点位', 'Sync game API points'),
  'accounts.syncProgress': text('{title}：已处理 {done}/{all}', '{title}: {done} of {all}'),
  'accounts.syncPlatform': text(
    '{platform}：成功 {done}，跳过 {skipped}，失败 {failed}',
    '{platform}: {done} done, {skipped} skipped, {failed} failed',
  ),
  'accounts.syncNoPlatform': text('没有符合条件的平台', 'No platform matches'),
  'accounts.syncNoAccount': text('没有符合条件的账号', 'No account matches'),
} as const
