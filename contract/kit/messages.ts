import { text } from './language.ts'

/** Messages that any call may answer. A `{place}` is filled by the refusal. */
export const kitMessages = {
  'kit.ok': text('操作成功', 'Done'),
  'kit.internal': text(
    '系统错误，请稍后重试（编号 {requestId}）',
    'System error, please try again later (reference {requestId})',
  ),
  'kit.notFound': text('数据不存在', 'Not found'),
  'kit.invalidRequest': text('非法请求', 'Invalid request'),
  'kit.forbidden': text('没有权限', 'No permission'),
  'kit.forbiddenRule': text('没有权限：{rule}', 'No permission: {rule}'),
  'kit.noSession': text('登录已失效，请重新登录', 'Your sign-in has expired, please sign in again'),
  'kit.sessionEnded': text('登录已被终止，请重新登录', 'Your session was ended, please sign in again'),
  'kit.tooMany': text('请求过于频繁，请稍后再试', 'Too many requests, please try again shortly'),
  'kit.tooLarge': text('提交的内容过大', 'What you sent is too large'),
  'kit.changedMeanwhile': text(
    '数据已被他人修改，请刷新后重试',
    'Somebody changed this meanwhile, refresh and try again',
  ),
  'params.required': text('请填写{field}', '{field} is required'),
  'params.invalid': text('{field}格式不正确', '{field} is not valid'),
  'params.tooLong': text('{field}不能超过{max}个字符', '{field} may have at most {max} characters'),
  'params.tooShort': text('{field}至少需要{min}个字符', '{field} needs at least {min} characters'),
  'params.tooSmall': text('{field}不能小于{min}', '{field} must be at least {min}'),
  'params.tooBig': text('{field}不能大于{max}', '{field} must be at most {max}'),
  'params.tooMany': text('{field}最多{max}项', '{field} may have at most {max} entries'),
  'params.json': text('{field}不是有效的 JSON', '{field} is not valid JSON'),
  'params.range': text('开始时间不能晚于结束时间', 'The start may not be after the end'),
  'params.rangeTooLong': text('时间范围不能超过{days}天', 'The range may not exceed {days} days'),
  'params.lang': text('应用标识无效', 'Unknown appId'),
} as const
