/** Links that are secret as a whole: whoever has one can post there, build, log in or read the chain. */

export interface Shaped {
  type: string
  starts: readonly string[]
  anyCase?: true
  /** Sticky; begins `back` characters before the literal. Group 1, where there is one, is the secret part. Made when asked. */
  pattern: () => RegExp
  back?: number
}

export const linkShapes: readonly Shaped[] = [
  { type: 'webhook', starts: ['.m.pipedream.net'], back: 15, pattern: () => /(eo[a-z0-9]{13})\.m\.pipedream\.net/y },
  {
    type: 'webhook',
    starts: ['hooks.zapier.com'],
    pattern: () =>
      /hooks\.zapier\.com(?:\\?\/|%2F)hooks(?:\\?\/|%2F)catch(?:\\?\/|%2F)(\d{4,12}(?:\\?\/|%2F)\w{4,20})/y,
  },
  {
    type: 'webhook',
    starts: [
      'maker.ifttt.com',
      '.make.com',
      '.integromat.com',
      'open.feishu.cn',
      'open.larksuite.com',
      'qyapi.weixin.qq.com',
      'oapi.dingtalk.com',
      'outlook.office.com',
      'webhook.site',
      'hooks.glip.com',
      'api.pipedream',
      'hooks.airtable.com',
      'api.netlify.com/build_hooks',
      'loggly.com/inputs',
      'hc-ping.com',
      'api.vercel.com/v1/integrations/deploy',
      'betterstack.com/api/v1/heartbeat',
      'cronitor.link',
    ],
    // The last part of such an address is all it takes to post there.
    pattern: () =>
      /(?:[\w-]{0,20}\.?[\w-]{1,20}\.[\w.]{2,30})?(?:\\?\/|%2F)(?:[\w.-]{1,30}(?:\\?\/|%2F)){0,6}?(?:[\w-]{1,20}\?(?:key|access_token)=)?((?:\d{5,12}(?:\\?\/|%2F))?(?=[\w-]*\d)[\w-]{7,80})(?![\w.-])/iy,
  },
  {
    type: 'webhook',
    starts: ['/hooks/', '/webhook/', '/webhooks/'],
    pattern: () => /\/(?:web)?hooks?\/([a-z0-9]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w.-])/y,
  },
  {
    type: 'key in url',
    starts: [
      'infura.io/v3/',
      '.alchemy.com/v2/',
      '.quiknode.pro/',
      'rpc.ankr.com/',
      '.getblock.io/',
      '.nodereal.io/v1/',
      '.chainstack.com/',
    ],
    pattern: () => /[\w.]{1,30}\/(?:v\d\/|[a-z_]{2,20}\/)?([\w-]{24,64})(?![\w-])/y,
  },
  {
    type: 'slack webhook',
    starts: ['hooks.slack.com'],
    pattern: () =>
      /hooks\.slack\.com(?:\\?\/|%2F)(?:services|workflows|triggers)((?:(?:\\?\/|%2F)[A-Za-z0-9]{4,60}){2,5})/iy,
  },
  {
    type: 'discord webhook',
    starts: ['discord.com', 'discordapp.com'],
    pattern: () =>
      /discord(?:app)?\.com(?:\\?\/|%2F)api(?:\\?\/|%2F)(?:v\d{1,2}(?:\\?\/|%2F))?webhooks(?:\\?\/|%2F)(\d{10,22}(?:\\?\/|%2F)[\w-]{20,100})/iy,
  },
  {
    type: 'teams webhook',
    starts: ['webhook.office.com'],
    pattern: () => /webhook\.office\.com(?:\\?\/|%2F)webhookb2(?:\\?\/|%2F)([\w@/%\\-]{40,300})/iy,
  },
  {
    type: 'webhook',
    starts: ['api.render.com/deploy'],
    pattern: () => /api\.render\.com\/deploy\/srv-\w{10,30}\?key=([\w-]{8,40})/y,
  },
  {
    type: 'token in url',
    starts: ['reset', 'invit', 'verify', 'confirm', 'activat', 'magic', 'unsubscribe/', 'accept', 'join/', 'login/'],
    // What a mail sends somebody to: the last part of the link lets in whoever has it.
    pattern: () =>
      /(?:reset(?:[_-]?password)?|invit(?:e|ation)s?|verify(?:[_-]?e?mail)?|confirm(?:ation)?|activat(?:e|ion)|magic(?:[_-]?link)?|unsubscribe|accept(?:[_-]?invite)?|join|login)\/(?=[\w-]*\d)([\w-]{24,200})(?![\w.-]|\/[a-z])/y,
  },
]
