/** Words of the home page. */
export const zh = {
  morning: (name: string) => `早上好，${name}`,
  afternoon: (name: string) => `下午好，${name}`,
  evening: (name: string) => `晚上好，${name}`,
  night: (name: string) => `夜深了，${name}`,
  links: '快捷入口',
  noLinks: '您的账号还没有可用的页面，请联系管理员授权。',
}
