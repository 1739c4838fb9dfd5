// Models of each service: known ones of each rule, and odd names.
const gpt = ['gpt-4o', 'gpt-4.1-mini', 'gpt-5', 'gpt-5-chat-latest', 'gpt-5.1', 'gpt-5.2-2025-12-11', 'gpt-5.3-chat-latest',
    'gpt-5.4-mini', 'gpt-5.5', 'gpt-5.6-sol', 'gpt-5.7', 'gpt-6-astra', 'gpt-4-vision-preview', 'gpt-4.5-preview', 'o1', 'o1-mini',
    'o3', 'o3-mini', 'o4-mini', 'o5', 'o1-2024-12-17', 'o3-pro', 'gpt-5-pro', 'gpt-5.10', 'gpt-audio', 'gpt-6-astra-mini',
    'gpt-4.1', 'gpt-3.5-turbo', ''];
const gemini = ['gemini-1.5-pro', 'gemini-2.0-flash', 'gemini-2.0-flash-lite', 'gemini-2.0-flash-exp', 'gemini-2.5-flash',
    'gemini-2.5-flash-lite', 'gemini-2.5-pro', 'gemini-2.5-flash-image', 'gemini-3-pro-preview', 'gemini-3-flash-preview',
    'gemini-3-pro-image', 'gemini-3.1-pro-preview', 'gemini-3.5-flash-lite', 'gemini-3.6-flash', 'gemini-3.7-flash',
    'gemini-3.8-flash', 'gemini-4-pro', 'gemini-3.6-pro', 'gemini-2.5-flash-image-preview', 'gemini-3.1-flash-image',
    'gemini-2.5-pro-preview-06-05', 'gemini-3-flash', 'gemini-exp-1206', 'gemma-3-27b-it', 'learnlm-2.0-flash', 'gemini-flash-latest'];

export const models = {
    openai: [...gpt, 'gpt-3.5-turbo-instruct', 'text-davinci-003', 'davinci-002', 'chatgpt-4o-latest'],
    azure_openai: [...gpt, 'gpt-35-turbo', 'gpt-3.5-turbo'],
    custom: [...gpt, 'sample-8b', 'koboldcpp/sample', 'gpt-3.5-turbo-instruct', 'openai/gpt-5'],
    claude: ['claude-3-5-sonnet-20241022', 'claude-3-haiku-20240307', 'claude-3-7-sonnet-latest', 'claude-opus-4-0',
        'claude-opus-4-1-20250805', 'claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-5', 'claude-opus-4-6',
        'claude-sonnet-4-6', 'claude-opus-4-7', 'claude-opus-4-8', 'claude-opus-5', 'claude-sonnet-5-5', 'claude-fable-5',
        'claude-fable-5-1', 'claude-haiku-5-5', 'claude-2.1', 'claude-opus-4', 'claude-sonnet-5', 'claude-opus-4-8-20270101',
        'claude-3-opus-latest', 'claude-haiku-4-6', 'claude-mythos-1', 'anthropic/claude-opus-5', 'anthropic/claude-opus-4-6'],
    makersuite: gemini,
    vertexai: gemini,
    openrouter: ['openai/gpt-4o', 'openai/o1', 'openai/o3', 'openai/gpt-5', 'openai/gpt-5-chat-latest', 'openai/gpt-6-astra',
        'anthropic/claude-sonnet-4.5', 'anthropic/claude-opus-5', 'google/gemini-2.5-pro', 'some/google/gemini-x', 'x-ai/grok-4',
        'mistralai/mistral-large', 'openrouter/auto', 'openai/gpt-4-vision-preview', 'azure/gpt-5', 'o1', 'google/gemini-3.7-flash', 'anthropic/claude-fable-5', 'x-ai/grok-3-mini', 'google/gemini-3-pro-preview'],
    mistralai: ['mistral-large-latest', 'magistral-medium'],
    cohere: ['command-a-03-2025', 'command-r-08-2024', 'command-r-plus-08-2024'],
    ai21: ['jamba-large', 'jamba-mini'],
    deepseek: ['deepseek-v4-flash', 'deepseek-chat', 'deepseek-reasoner', 'deepseek-v4-flash-vision-exp'],
    xai: ['grok-3-mini', 'grok-3', 'grok-4', 'grok-4-fast-non-reasoning', 'grok-4.3', 'grok-code-fast-1', 'grok-3-mini-fast', 'grok-4-1-fast', 'grok-2-vision'],
    groq: ['llama-3.3-70b-versatile', 'openai/gpt-oss-120b'],
    perplexity: ['sonar', 'sonar-reasoning-pro'],
    moonshot: ['kimi-k2', 'kimi-k2.5', 'kimi-k2-thinking'],
    zai: ['glm-4.6', 'glm-4.5-air'],
    minimax: ['MiniMax-M2', 'M2-her', 'MiniMax-M2-her'],
    nanogpt: ['gpt-4o', 'claude-sonnet-4', 'x/claude-opus', 'model:online'],
    electronhub: ['gpt-4o', 'claude-opus-4'],
    chutes: ['deepseek-ai/DeepSeek-V3'],
    aimlapi: ['gpt-4o', 'gpt-5'],
    fireworks: ['accounts/fireworks/models/x'],
    pollinations: ['openai', 'gpt-5'],
    siliconflow: ['Qwen/Qwen3'],
    workers_ai: ['@cf/meta/llama'],
};

// At any service.
export const oddModels = ['claude-opus-5', 'x/claude-fable-5', 'gpt-3.5-turbo-instruct', 'text-davinci-003', 'gpt-5', 'o3',
    'gemini-2.5-pro', 'grok-4', 'kimi-k2.5', 'gpt-vision'];

export const textServers = { // where they are; nothing = the user's own
    ooba: '', vllm: '', aphrodite: '', tabby: '', koboldcpp: '', llamacpp: '', ollama: '', huggingface: '', generic: '',
    mancer: 'https://neuro.mancer.tech', togetherai: 'https://api.together.xyz', infermaticai: 'https://api.totalgpt.ai',
    dreamgen: 'https://dreamgen.com', openrouter: 'https://openrouter.ai/api', featherless: 'https://api.featherless.ai/v1',
};
