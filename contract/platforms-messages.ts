import { text } from './kit/language.ts'

/** What the calls about categories, platforms and images answer. */
export const platformMessages = {
  'platforms.notFound': text('平台不存在', 'No such platform'),
  'platforms.adminUrlMissing': text('请先设置游戏后台地址！', 'Please set the game backend address first!'),
  'platforms.adminUrlScheme': text(
    '游戏后台地址必须以https开头！',
    'game backend address must start with https!',
  ),
  'platforms.nameTaken': text('平台名称已存在', 'A platform of this name exists already'),
  'platforms.cateNameTaken': text('分类名称已存在', 'A category of this name exists already'),
  'platforms.cateNotFound': text('平台分类不存在', 'No such platform category'),
  'platforms.cateInUse': text(
    '该分类下还有平台，不能删除',
    'Platforms belong to this category, it cannot be deleted',
  ),
  'platforms.hasData': text(
    '该平台已有数据，不能删除；请将状态改为“已终止”',
    'This platform has data and cannot be deleted; set its status to Terminated instead',
  ),
  'platforms.endBeforePublish': text(
    '结束时间必须晚于发布时间',
    'The end time must be after the publish time',
  ),
  'platforms.addressScheme': text(
    '{field}必须以 http:// 或 https:// 开头',
    '{field} must start with http:// or https://',
  ),
  'platforms.addressHttps': text('{field}必须以 https:// 开头', '{field} must start with https://'),
  'platforms.addressUnsupported': text(
    '不支持该域名配置：{field}',
    'This domain name configuration is not supported: {field}',
  ),
  'platforms.iconUnknown': text('请先上传图标图片', 'Please upload the icon image first'),
  'platforms.imageMissing': text('请选择要上传的图片', 'Please choose an image to upload'),
  'platforms.imageRefused': text(
    '只能上传 PNG、JPG、GIF、WEBP 图片',
    'Only PNG, JPG, GIF and WEBP images can be uploaded',
  ),
  'platforms.imageTooLarge': text('图片不能超过 5 MB', 'An image may have at most 5 MB'),
} as const
